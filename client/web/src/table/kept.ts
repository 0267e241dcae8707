/** Keeps drawn pictures in the browser, so that the next visit need not draw them again. Without storage it keeps nothing. */

const STORE = 'packs'

/** Identifies the build of the page. Pictures of other builds are not used. In development there is one address for all builds, so nothing is kept. */
const BUILD = import.meta.url

/** The number of kept packs at which all are dropped before another is kept. */
const MOST = 16

/** The storage, opened when the page loads, so that the first table need not wait for it. */
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

/** Do some work in the storage. A failure counts as an empty storage. */
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

/** The styles stored under a name, if any. */
export async function storedStyles(name: string): Promise<readonly string[] | undefined> {
  return inStore('readonly', (store) => store.get([BUILD, name]) as IDBRequest<readonly string[] | undefined>)
}

/** Store styles under a name. */
export async function storeStyles(name: string, styles: readonly string[]): Promise<void> {
  const names = (await inStore('readonly', (store) => store.getAllKeys())) ?? []
  const isOld = (key: IDBValidKey) => Array.isArray(key) && key[0] !== BUILD
  if (names.length >= MOST || names.some(isOld)) await inStore('readwrite', (store) => store.clear())
  await inStore('readwrite', (store) => store.put(styles, [BUILD, name]))
}
