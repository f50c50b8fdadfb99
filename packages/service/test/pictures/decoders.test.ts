import { writeFileSync } from "node:fs"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@effect/vitest"
import sharp from "sharp"
import { Decoders, type DecodersOptions } from "../../src/pictures/decoders.ts"
import { canvas, formats, gifOf, picture, pngBomb } from "./made.ts"

let folder = ""
let files = 0
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "bottega-test-"))))
afterAll(() => rm(folder, { recursive: true }))

const opened = new Set<Decoders>()
const open = (options: DecodersOptions = {}) => {
  const decoders = new Decoders({ maxProcesses: 1, ...options })
  opened.add(decoders)
  return decoders
}
afterEach(() => {
  for (const decoders of opened) decoders.close()
  opened.clear()
})

const jobOf = async (bytes: Buffer) => {
  const path = join(folder, String(files++))
  await writeFile(path, bytes)
  return { path, thumbnailPath: `${path}.webp` }
}
const until = async (holds: () => boolean) => {
  while (!holds()) await sleep(5)
}

describe("a decoder", () => {
  it.for(formats)("makes a thumbnail of a %s", async (format) => {
    const job = await jobOf(await picture(format, 900, 600))
    expect(await open().decode(job, "a")).toMatchObject({ type: `image/${format}`, width: 900, height: 600 })
    expect(await sharp(await readFile(job.thumbnailPath)).metadata()).toMatchObject({
      format: "webp",
      width: 400,
      height: 267
    })
  })

  it("turns a picture upright, and keeps nothing else that a camera wrote", async () => {
    const lying = await canvas(600, 300)
      .withExif({ IFD0: { Artist: "somebody" } })
      .jpeg()
      .toBuffer()
    const job = await jobOf(await sharp(lying).keepExif().withMetadata({ orientation: 6 }).toBuffer())
    expect(await open().decode(job, "a")).toMatchObject({ width: 300, height: 600 })
    const thumbnail = sharp(await readFile(job.thumbnailPath))
    const metadata = await thumbnail.metadata()
    expect(metadata).toMatchObject({ width: 200, height: 400 })
    expect(metadata.exif).toBeUndefined()
    // What was dark at the top left is now at the top right.
    const { data, info } = await thumbnail.raw().toBuffer({ resolveWithObject: true })
    const redAt = (x: number, y: number) => data[(y * info.width + x) * info.channels]!
    expect(redAt(195, 5)).toBeLessThan(100)
    expect(redAt(5, 5)).toBeGreaterThan(150)
  })

  it("takes a JPEG in the colours of print", async () => {
    const job = await jobOf(await canvas(50, 50).toColourspace("cmyk").jpeg().toBuffer())
    expect(await open().decode(job, "a")).toMatchObject({ type: "image/jpeg", width: 50 })
    expect(await sharp(await readFile(job.thumbnailPath)).metadata()).toMatchObject({ space: "srgb" })
  })

  it("refuses what is cut off, whatever its format", async () => {
    const decoders = open()
    for (const format of formats) {
      const bytes = await picture(format, 300, 300)
      expect(await decoders.decode(await jobOf(bytes.subarray(0, bytes.length / 2)), "a"), format).toHaveProperty(
        "wrong"
      )
    }
  })

  it("refuses a header that promises more than comes", async () => {
    expect(await open().decode(await jobOf(pngBomb(8000, 6000)), "a")).toEqual({ wrong: "is a damaged png picture" })
  })

  it("refuses what takes more memory than it may, and decodes the next picture in another process", async () => {
    const decoders = open({ maxRssBytes: 1024 * 1024 })
    const wrong = { wrong: "takes more than 1 MiB to decode" }
    expect(await decoders.decode(await jobOf(await picture("png")), "a")).toEqual(wrong)
    expect(await decoders.decode(await jobOf(await picture("png")), "a")).toEqual(wrong)
    expect(await open().decode(await jobOf(await picture("png")), "a")).toMatchObject({ type: "image/png" })
  })

  it("decodes no format but the five, whatever comes first in the file", async () => {
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`)
    expect(await open().decode(await jobOf(svg), "a")).toHaveProperty("wrong")
    // A picture with a script behind it is a picture: it is only ever sent with a picture's type.
    const both = Buffer.concat([await picture("jpeg"), Buffer.from("<script>alert(1)</script>")])
    expect(await open().decode(await jobOf(both), "a")).toMatchObject({ type: "image/jpeg" })
  })

  it("finds the native code nowhere but in its own process", async () => {
    const source = await readFile(new URL("../../src/pictures/decoders.ts", import.meta.url), "utf8")
    expect(source).not.toContain("thumbnail.ts")
  })
})

describe("a decoder that ends", () => {
  it("in the middle of a picture: the picture is decoded by another, and nothing else notices", async () => {
    const decoders = open()
    await decoders.decode(await jobOf(gifOf(1)), "a")
    const [pid] = decoders.pids
    process.kill(pid!, "SIGSTOP")
    const middle = decoders.decode(await jobOf(await picture("webp")), "a")
    const behind = decoders.decode(await jobOf(await picture("png")), "b")
    process.kill(pid!, "SIGKILL")
    expect(await middle).toMatchObject({ type: "image/webp" })
    expect(await behind).toMatchObject({ type: "image/png" })
    expect(decoders.pids).not.toContain(pid)
  })

  it("twice: the picture is given back undecoded, and the next is decoded", async () => {
    const decoders = open({ entry: program("process.on('message', () => process.abort())") })
    expect(await decoders.decode(await jobOf(gifOf(1)), "a")).toBe("crashed")
    expect(await open().decode(await jobOf(gifOf(1)), "a")).toMatchObject({ type: "image/gif" })
  })

  it("never: it is killed at its deadline, and the next picture gets a new one", async () => {
    const decoders = open({ deadlineMs: 1500 })
    await decoders.decode(await jobOf(gifOf(1)), "a")
    const [pid] = decoders.pids
    process.kill(pid!, "SIGSTOP")
    expect(await decoders.decode(await jobOf(gifOf(1)), "a")).toBe("late")
    expect(await decoders.decode(await jobOf(gifOf(1)), "a")).toMatchObject({ type: "image/gif" })
    expect(decoders.pids).not.toContain(pid)
  })

  it("because the caller is gone: the picture is given up, and the next one is decoded", async () => {
    const reasons: Array<string> = []
    const decoders = open({ onFailure: (reason) => reasons.push(reason) })
    await decoders.decode(await jobOf(gifOf(1)), "a")
    const [pid] = decoders.pids
    process.kill(pid!, "SIGSTOP")
    const caller = new AbortController()
    const left = decoders.decode(await jobOf(gifOf(1)), "a", caller.signal)
    caller.abort()
    expect(await left).toBe("busy")
    expect(await decoders.decode(await jobOf(gifOf(1)), "a")).toMatchObject({ type: "image/gif" })
    expect(reasons).toEqual([])
  })

  it("before it begins, as where its library is missing: the reason is told", async () => {
    const reasons: Array<string> = []
    const decoders = open({
      entry: program("process.on('message', () => process.send({ failed: 'no library' }))"),
      onFailure: (reason) => reasons.push(reason)
    })
    expect(await decoders.decode(await jobOf(gifOf(1)), "a")).toBe("failed")
    expect(reasons).toEqual(["no library"])
    expect(await open({ entry: new URL("file:///nowhere.js") }).decode(await jobOf(gifOf(1)), "a")).toBe("crashed")
    const unstartable = open({ entry: new URL("data:text/javascript,"), onFailure: (reason) => reasons.push(reason) })
    expect(await unstartable.decode(await jobOf(gifOf(1)), "a")).toBe("failed")
    expect(reasons).toHaveLength(2)
  })

  it("because the server has ended", async () => {
    const decoders = open()
    await decoders.decode(await jobOf(gifOf(1)), "a")
    const [pid] = decoders.pids
    decoders.close()
    await until(() => !isAlive(pid!))
    expect(await decoders.decode(await jobOf(gifOf(1)), "a")).toBe("busy")
  })

  it("because it has had nothing to do", async () => {
    const decoders = open({ idleMs: 1 })
    await decoders.decode(await jobOf(gifOf(1)), "a")
    await until(() => decoders.pids.length === 0)
    expect(await decoders.decode(await jobOf(gifOf(1)), "a")).toMatchObject({ type: "image/gif" })
  })
})

describe("what waits for a decoder", () => {
  it("is bounded, and no owner takes all of the room", async () => {
    const decoders = open({ maxWaiting: 4, entry: silent() })
    const job = await jobOf(gifOf(1))
    const results: Array<unknown> = []
    const ask = (owner: string) => void decoders.decode(job, owner).then((result) => results.push([owner, result]))
    for (const owner of ["running", "a", "a", "a", "b", "c", "d"]) ask(owner)
    await sleep(0)
    expect(results).toEqual([
      ["a", "busy"],
      ["d", "busy"]
    ])
  })

  it("waits no longer than its time, nor than its caller", async () => {
    const decoders = open({ waitMs: 20, entry: silent() })
    const job = await jobOf(gifOf(1))
    void decoders.decode(job, "a")
    expect(await decoders.decode(job, "b")).toBe("busy")
    const caller = new AbortController()
    const waiting = open({ entry: silent() })
    void waiting.decode(job, "a")
    const left = waiting.decode(job, "b", caller.signal)
    caller.abort()
    expect(await left).toBe("busy")
  })

  it("takes turns with more processes, never with more than there may be", async () => {
    const decoders = open({ maxProcesses: 2 })
    const jobs = await Promise.all(Array.from({ length: 8 }, async () => jobOf(await picture("webp", 200, 100))))
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, decoders.pids.length)), 1)
    const results = await Promise.all(jobs.map((job, at) => decoders.decode(job, `owner ${at}`)))
    clearInterval(watch)
    expect(results).toHaveLength(8)
    for (const result of results) expect(result).toMatchObject({ width: 200 })
    expect(most).toBe(2)
  })
})

const program = (code: string): URL => {
  const path = join(folder, `${files++}.mjs`)
  writeFileSync(path, code)
  return pathToFileURL(path)
}
const silent = () => program("process.on('message', () => {})")

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
