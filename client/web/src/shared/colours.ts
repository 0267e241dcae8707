/** The colours of the seats: of the backs of their cards, and at their names. */
export const COLOURS: readonly string[] = ['#2f6fd6', '#c8323c', '#1f9a4b', '#d08a00', '#8a3fc0', '#00919c', '#d2549b', '#7a5a3a']
