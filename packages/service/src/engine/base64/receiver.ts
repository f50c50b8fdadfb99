/**
 * Decodes the base64 of a body into a file while the body arrives, and puts the SHA-256 of its bytes among the parameters in
 * its place. So a call holds a few kilobytes of a picture in memory.
 */
import { PassThrough, type Readable } from "node:stream"
import { type Any, type Base64Parameter, base64Of, type Refusal } from "@bottega/domain/contract"
import type { ParsedForm } from "@bottega/domain/form"
import { Result } from "effect"
import type { Body } from "../body.ts"
import type { Upload } from "../session.ts"
import { discard, keepUpload } from "../uploads.ts"
import { Base64Value } from "./value.ts"

/** Receives the values that one body has of a base64 parameter. */
export class Base64Receiver {
  readonly parameter: Base64Parameter
  readonly #values: Array<Base64Value> = []
  #file: PassThrough | undefined
  #kept: Promise<Result.Result<Upload, Refusal>> | undefined

  constructor(parameter: Base64Parameter) {
    this.parameter = parameter
  }

  /** The receiver for an endpoint, if it has a base64 parameter. */
  static of(endpoint: Any): Base64Receiver | undefined {
    const parameter = base64Of(endpoint)
    return parameter === undefined ? undefined : new Base64Receiver(parameter)
  }

  /** Whether a further value is decoded. Two are enough to tell whether a parameter was given twice with different values. */
  get wantsMore(): boolean {
    return this.#values.length < 2
  }

  /** Begins a value. Only the first one is written to the file. */
  begin(): Base64Value {
    const { maxCharacters, name } = this.parameter
    if (this.#values.length === 0) {
      this.#file = new PassThrough()
      this.#kept = keepUpload(this.#file, { name, filename: "" })
    }
    const value = new Base64Value(maxCharacters, this.#values.length === 0 ? this.#file : undefined)
    this.#values.push(value)
    return value
  }

  /** Pauses a body while its file is written more slowly than it arrives. */
  pauseIfBehind(body: Readable): void {
    const file = this.#file
    if (file === undefined || file.destroyed || !file.writableNeedDrain) return
    const goOn = () => {
      file.off("drain", goOn).off("close", goOn)
      body.resume()
    }
    body.pause()
    file.on("drain", goOn).on("close", goOn)
  }

  /** Ends the body: the digests replace the empty texts that the tree has for the values; the file is the call's upload. */
  async end(parsed: ParsedForm): Promise<Result.Result<Body, Refusal>> {
    const node = parsed.root.children?.get(this.parameter.name)
    for (const [at, { problem, digest }] of this.#values.entries()) {
      if (problem !== undefined) parsed.problems.add(this.parameter.name, problem)
      if (node?.values?.[at] !== undefined) node.values[at] = problem === undefined ? digest : "x"
    }
    if (this.#kept === undefined) return Result.succeed({ parsed })
    return Result.map(await this.#kept, (upload) => ({ parsed, upload }))
  }

  /** Gives up: nothing stays on the disk. */
  async abandon(): Promise<void> {
    this.#file?.destroy()
    const kept = await this.#kept
    await discard(kept && Result.getOrUndefined(kept))
  }
}
