/** What was drawn is kept in the browser, so that the next visit need not draw it again. Where nothing can be kept, nothing is. */

const STORE = 'packs'

/** What another build of this file has drawn is not used; while the page is worked on it has but one, so nothing is kept. */
const BUILD = import.meta.url

/** When there are so many, all are dropped before another is kept. */
const MOST = 16

/** Opened at once, so that the first table need not wait for it. */
const base = opened()

async function opened(): Promise<IDBDatabase | undefined> {
  if (import.meta.env.DEV) return undefined
  try {
    const opening = indexedDB.open('cadogan', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
    return await answerOf(opening)
  } catch {
    return undefined
  }
}

/** Whatever goes wrong in a browser's store only means that there is nothing in it. */
async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  try {
    const store = (await base)?.transaction(STORE, mode).objectStore(STORE)
    return store && (await answerOf(work(store)))
  } catch {
    return undefined
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error as DOMException)
  })
}

/** The styles kept under a name, if any. */
export async function recall(name: string): Promise<readonly string[] | undefined> {
  return inStore('readonly', (store) => store.get([BUILD, name]) as IDBRequest<readonly string[] | undefined>)
}

/** Keep styles under a name. */
export async function keep(name: string, styles: readonly string[]): Promise<void> {
  const names = (await inStore('readonly', (store) => store.getAllKeys())) ?? []
  const isOld = (key: IDBValidKey) => Array.isArray(key) && key[0] !== BUILD
  if (names.length >= MOST || names.some(isOld)) await inStore('readwrite', (store) => store.clear())
  await inStore('readwrite', (store) => store.put(styles, [BUILD, name]))
}
