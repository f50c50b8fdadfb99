/** A process that keeps what its standard input sends, as an upload, and removes it once it is whole. */
import { pipeline } from "node:stream/promises"
import { Result } from "effect"
import { discard, IncomingFile } from "../../../src/engine/receive/uploads.ts"

const file = new IncomingFile({ name: "file", filename: "a.zip" })
await pipeline(process.stdin, file.stream)
const upload = Result.getOrThrow(await file.end())
console.log(upload.size)
await discard(upload)
