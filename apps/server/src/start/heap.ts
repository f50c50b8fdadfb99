/** How V8 manages the memory of a server's calls. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/**
 * Allocates the objects of calls in the young generation. Objects of calls that wait for the disk often outlive a short
 * collection. V8 would otherwise allocate such objects in the old generation, where they keep their calls in memory
 * until the next long collection. See docs/decisions/0106.
 */
export const allocateYoung = (): void => setFlagsFromString("--no-allocation-site-pretenuring")

/**
 * Collects old objects once they have grown by half. V8 lets a heap of a server whose answers are long grow to several times
 * what is in use. See docs/decisions/0440.
 */
export const collectEarly = (): void => setFlagsFromString("--heap-growing-percent=50")

/**
 * Makes a function that counts bytes of uploads, and collects young objects each time that these are so many. A chunk of a
 * body is a small object with 64 KiB beside it: V8 waits until the objects are many, which is when 100 MB lie beside them.
 */
export const collectUploads = (everyBytes = 8 * 1024 * 1024, collect = youngCollector()): ((bytes: number) => void) => {
  let counted = 0
  return (bytes) => {
    counted += bytes
    if (counted < everyBytes) return
    counted = 0
    collect()
  }
}

/** Collects everything, and gives free memory back to the system. */
export const collectAll = (): void => {
  setFlagsFromString("--expose-gc")
  runInNewContext("gc")({ type: "major", execution: "sync", flavor: "last-resort" })
}

/**
 * Collects the garbage of a start once, when a look every few seconds finds the server idle; returns how to end the looks. V8 would
 * keep 20 MB of it until there is more.
 */
export const collectWhenIdle = (isIdle: () => boolean, everyMs = 3000, collect = collectAll): (() => void) => {
  const looks = setInterval(() => {
    if (!isIdle()) return
    clearInterval(looks)
    collect()
  }, everyMs)
  looks.unref()
  return () => clearInterval(looks)
}

const youngCollector = (): (() => void) => {
  setFlagsFromString("--expose-gc")
  const collect: (options: { readonly type: "minor" }) => void = runInNewContext("gc")
  return () => collect({ type: "minor" })
}
