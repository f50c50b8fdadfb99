/** Recordings for tests: of a store in this process, and the schema that they must fit. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type EmbeddedOptions, opened } from "@bottega/service"
import { type RecordingOptions, record } from "@bottega/service/recording"
import { Ajv } from "ajv"
import formats from "ajv-formats"

const validators = () => {
  // Keywords such as `optional` and `min` are the schema's own.
  const ajv = new Ajv({ strict: false })
  const load = createRequire(import.meta.url)
  ajv.addMetaSchema(load("ajv/dist/refs/json-schema-draft-06.json"))
  formats.default(ajv)
  for (const schema of Object.values<object>(load("har-schema"))) ajv.addSchema(schema)
  return ajv
}
const ajv = validators()

/** What is wrong with an archive by the published schema. */
export const wrongOf = (archive: unknown): ReadonlyArray<string> =>
  ajv.validate("har.json#", archive) ? [] : ajv.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)

/** What a file contains that is replaced. */
export const earlier = '{"log":{"version":"1.2","creator":{"name":"bottega","version":"0"},"entries":['

/** A store whose calls are recorded in a file, and calls of it with its key set. */
export const recorded = async (options: EmbeddedOptions & Partial<RecordingOptions> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-recording-"))
  const file = join(folder, "traffic.har")
  // It is replaced, even if others could read it.
  writeFileSync(file, earlier, { mode: 0o644 })
  const { maxBytes = 1024 * 1024 * 64, ...rest } = options
  const { service, store } = await opened(rest)
  const ended: Array<string> = []
  const origin = () => "http://127.0.0.1:8080"
  const onEnd = (why: string) => void ended.push(why)
  const recording = await record(service.requests, file, { maxBytes, origin, onEnd, version: "1" })
  await recording.begin()
  const call = async (method: string, path: string, parameters: Record<string, string> = {}, pair = store) => {
    const text = new URLSearchParams(parameters).toString()
    const { exchange, key } = pair
    const form = method === "GET" ? {} : { "content-type": "application/x-www-form-urlencoded" }
    const sent = { method, path: `/v1.1${path}`, headers: { key, exchange, ...form } }
    const [query, body] = method === "GET" ? [text, undefined] : ["", text]
    const answer = await store.transport({ ...sent, query, body })
    return JSON.parse(await answer.text())
  }
  const operate = async (method: string, path: string, parameters: Record<string, string>) => {
    const headers = { authorization: `Bearer ${store.token}` }
    const body = new URLSearchParams(parameters).toString()
    return (await store.transport({ method, path: `/control/v1${path}`, query: "", headers, body })).text()
  }
  const end = async () => {
    await recording.close()
    await store.close()
  }
  return {
    call,
    operate,
    end,
    ended,
    file,
    recording,
    service,
    store,
    remove: () => rmSync(folder, { recursive: true })
  }
}
