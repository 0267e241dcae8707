/**
 * Parts of the page for programs that are not written for a browser: a line of JSON in, a line of JSON out.
 *
 * `tests/page_code.py` bundles this file and runs it under Node, so that tests and measurements ask the page's own code.
 */

import { createInterface } from 'node:readline'
import { bestOf, type Best } from '../src/table/best'
import type { Pick } from '../src/table/moves'
import type { Move, TableLayout } from '../src/wire/types'

interface Press {
  readonly layout: TableLayout
  readonly piles: number[][]
  readonly moves: Move[]
  readonly at: Pick
}

const WORK = {
  best: ({ layout, piles, moves, at }: Press): Best => bestOf({ moves, piles }, layout, at),
}

for await (const line of createInterface({ input: process.stdin })) {
  const [name, request] = JSON.parse(line) as [keyof typeof WORK, Press]
  process.stdout.write(`${JSON.stringify(WORK[name](request))}\n`)
}
