import { readFileSync, writeFileSync } from "node:fs"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import sharp from "sharp"
import { withoutText } from "../../src/pictures/headers/png.ts"
import { type Decoded, decoding, type Job } from "../../src/pictures/kind.ts"
import { Lane, type LaneOptions } from "../../src/slow/lane.ts"
import { canvas, formats, gifOf, picture, pngBomb, pngWith, scans } from "./made.ts"

let folder = ""
let files = 0
beforeAll(async () => {
  for (const pid of decoders()) others.add(pid)
  folder = await mkdtemp(join(tmpdir(), "bottega-test-"))
})
afterAll(() => rm(folder, { recursive: true }))

const opened = new Set<Lane>()
/** A lane of one worker that decodes pictures of one key set; `kind` changes how. */
const open = (options: LaneOptions = {}, kind: Partial<typeof decoding> = {}) => {
  const lane = new Lane({ maxRunning: 1, ...options })
  opened.add(lane)
  const decode = async (job: Job, signal?: AbortSignal): Promise<Decoded | string> => {
    const run = lane.run({ ...decoding, ...kind }, { shop: "a", keySet: "k" }, job)
    return Effect.runPromise(
      Effect.catch(run, ({ reason }) => Effect.succeed(reason)),
      signal === undefined ? {} : { signal }
    )
  }
  return { lane, decode }
}
afterEach(async () => {
  for (const lane of opened) lane.close()
  opened.clear()
  await expect.poll(decoders).toEqual([])
})

const jobOf = async (bytes: Buffer) => {
  const path = join(folder, String(files++))
  await writeFile(path, bytes)
  return { path, thumbnailPath: `${path}.webp`, expectedMs: 1 }
}

describe("a decoder", () => {
  it.for(formats)("makes a thumbnail of a %s", async (format) => {
    const job = await jobOf(await picture(format, 900, 600))
    expect(await open().decode(job)).toMatchObject({ type: `image/${format}`, width: 900, height: 600 })
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
    expect(await open().decode(job)).toMatchObject({ width: 300, height: 600 })
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
    expect(await open().decode(job)).toMatchObject({ type: "image/jpeg", width: 50 })
    expect(await sharp(await readFile(job.thumbnailPath)).metadata()).toMatchObject({ space: "srgb" })
  })

  it("refuses what is cut off, whatever its format", async () => {
    const { decode } = open()
    for (const format of formats) {
      const bytes = await picture(format, 300, 300)
      expect(await decode(await jobOf(bytes.subarray(0, bytes.length / 2))), format).toHaveProperty("wrong")
    }
  })

  it("refuses a header that promises more than comes", async () => {
    expect(await open().decode(await jobOf(pngBomb(8000, 6000)))).toEqual({ wrong: "is a damaged png picture" })
  })

  it("refuses what takes more memory than it may, and decodes the next picture in another process", async () => {
    const { decode } = open({}, { maxMiB: 1 })
    const wrong = { wrong: "takes more than 1536 MiB to decode" }
    expect(await decode(await jobOf(await picture("png")))).toEqual(wrong)
    expect(await decode(await jobOf(await picture("png")))).toEqual(wrong)
    expect(await open().decode(await jobOf(await picture("png")))).toMatchObject({ type: "image/png" })
  })

  it("decodes no format but the five, whatever comes first in the file", async () => {
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`)
    expect(await open().decode(await jobOf(svg))).toHaveProperty("wrong")
    // A picture with a script behind it is a picture: it is only ever sent with a picture's type.
    const both = Buffer.concat([await picture("jpeg"), Buffer.from("<script>alert(1)</script>")])
    expect(await open().decode(await jobOf(both))).toMatchObject({ type: "image/jpeg" })
  })

  it("finds the native code nowhere but in its own process", async () => {
    for (const name of ["pictures/kind", "pictures/cost", "slow/lane", "engine/decide/pictures"])
      expect(await readFile(new URL(`../../src/${name}.ts`, import.meta.url), "utf8"), name).not.toContain(
        "thumbnail.ts"
      )
  })

  it("unpacks no text of a PNG, and refuses a JPEG of hundreds of scans", async () => {
    const plain = pngWith([])
    const hostile = pngWith(["zTXt", "iTXt", "tEXt", "prVt"])
    expect(hostile.length).toBeGreaterThan(plain.length)
    expect(withoutText(hostile).equals(plain)).toBe(true)
    expect(await open().decode(await jobOf(hostile))).toMatchObject({ type: "image/png", width: 8 })
    const { decode } = open()
    expect(await decode(await jobOf(scans(10)))).toMatchObject({ type: "image/jpeg", width: 64 })
    expect(await decode(await jobOf(scans(300)))).toEqual({ wrong: "is a damaged jpeg picture" })
  })
})

/** Processes that a test file before this one, in the same thread, has left to end by themselves after a minute. */
const others = new Set<number>()
/** The processes that this file started. */
const decoders = (): ReadonlyArray<number> =>
  // Other test files run in other threads of this process.
  readFileSync("/proc/thread-self/children", "utf8")
    .split(" ")
    .filter(Boolean)
    .map(Number)
    .filter((pid) => !others.has(pid))

describe("a decoder that ends", () => {
  it("in the middle of a picture: the picture is decoded by another, and nothing else notices", async () => {
    const { decode } = open()
    await decode(await jobOf(gifOf(1)))
    const [pid] = decoders()
    process.kill(pid!, "SIGSTOP")
    const middle = decode(await jobOf(await picture("webp")))
    const behind = decode(await jobOf(await picture("png")))
    process.kill(pid!, "SIGKILL")
    expect(await middle).toMatchObject({ type: "image/webp" })
    expect(await behind).toMatchObject({ type: "image/png" })
    expect(decoders()).not.toContain(pid)
  })

  it("twice: the picture is given back undecoded, and the next is decoded", async () => {
    const aborting = program("process.on('message', () => process.abort())")
    expect(await open({}, { program: aborting }).decode(await jobOf(gifOf(1)))).toBe("crashed")
    expect(await open({}, { program: new URL("file:///nowhere.js") }).decode(await jobOf(gifOf(1)))).toBe("crashed")
    expect(await open().decode(await jobOf(gifOf(1)))).toMatchObject({ type: "image/gif" })
  })

  it("never: it is killed at its deadline, or when the caller leaves, and the next picture gets a new one", async () => {
    const kind = { program: program("process.on('message', () => {})"), deadlineMs: 50 }
    const { decode } = open({}, kind)
    expect(await decode(await jobOf(gifOf(1)))).toBe("late")
    await expect.poll(decoders).toEqual([])
    const caller = new AbortController()
    const patient = open({}, { ...kind, deadlineMs: 1e6 })
    const left = patient.decode(await jobOf(gifOf(1)), caller.signal)
    await expect.poll(() => decoders().length).toBe(1)
    caller.abort()
    await expect(left).rejects.toThrow()
    await expect.poll(decoders).toEqual([])
  })

  it("before it begins, as where its library is missing: the reason is reported", async () => {
    const reasons: Array<string> = []
    const onFailure = (reason: string) => void reasons.push(reason)
    const without = program("process.on('message', () => process.send({ failed: 'no library' }))")
    expect(await open({ onFailure }, { program: without }).decode(await jobOf(gifOf(1)))).toBe("failed")
    expect(reasons).toEqual(["pictures: no library"])
    const unstartable = { program: new URL("data:text/javascript,") }
    expect(await open({ onFailure }, unstartable).decode(await jobOf(gifOf(1)))).toBe("failed")
    expect(reasons).toHaveLength(2)
  })

  it("because the server has ended, or because it has had nothing to do", async () => {
    const { decode, lane } = open()
    await decode(await jobOf(gifOf(1)))
    lane.close()
    await expect.poll(decoders).toEqual([])
    expect(await decode(await jobOf(gifOf(1)))).toBe("closing")
    const idle = open({ idleMs: 1 })
    await idle.decode(await jobOf(gifOf(1)))
    await expect.poll(decoders).toEqual([])
    expect(await idle.decode(await jobOf(gifOf(1)))).toMatchObject({ type: "image/gif" })
  })
})

/** A program that is ready for pictures, and does something else with them. */
const program = (code: string): URL => {
  const path = join(folder, `${files++}.mjs`)
  writeFileSync(path, `${code}\nprocess.send({ ready: true })`)
  return pathToFileURL(path)
}
