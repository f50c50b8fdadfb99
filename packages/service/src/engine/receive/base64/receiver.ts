/**
 * Decodes the base64 of a body into a file while the body arrives, and puts the SHA-256 of its bytes among the parameters in
 * its place. So a call holds only a few kilobytes of a picture in memory.
 */
import type { PassThrough } from "node:stream"
import type { Base64Parameter, Refusal } from "@bottega/domain/contract"
import type { ParsedForm } from "@bottega/domain/form"
import { Result } from "effect"
import type { Body } from "../body.ts"
import { IncomingFile } from "../uploads.ts"
import { Base64Value, inBytes } from "./value.ts"

/** Receives the values that one body has of a base64 parameter. */
export class Base64Receiver {
  readonly parameter: Base64Parameter
  readonly #values: Array<Base64Value> = []
  #file: IncomingFile | undefined

  constructor(parameter: Base64Parameter) {
    this.parameter = parameter
  }

  /** Whether a further value is decoded. Two are enough to tell whether a parameter was given twice with different values. */
  get wantsMore(): boolean {
    return this.#values.length < 2
  }

  /** Begins a value. Only the first one is written to the file. */
  begin(): Base64Value {
    const { maxCharacters, name } = this.parameter
    if (this.#values.length === 0) this.#file = new IncomingFile({ name, filename: "" })
    const value = new Base64Value(maxCharacters, this.#values.length === 0 ? this.file : undefined)
    this.#values.push(value)
    return value
  }

  /** The file that the first value is written to. */
  get file(): PassThrough | undefined {
    return this.#file?.stream
  }

  /**
   * Ends the body: digests replace the values in the tree, which are empty texts where a scanner has taken them out, and
   * the file is the call's upload. Values that no scanner has seen, those of a query, are decoded now.
   */
  async end(parsed: ParsedForm): Promise<Result.Result<Body, Refusal>> {
    const values = parsed.root.children?.get(this.parameter.name)?.values
    if (this.#values.length === 0) for (const text of values?.slice(0, 2) ?? []) this.#decode(text)
    for (const [at, { problem, digest }] of this.#values.entries()) {
      if (problem !== undefined) parsed.problems.add(this.parameter.name, problem)
      if (values?.[at] !== undefined) values[at] = problem === undefined ? digest : "x"
    }
    if (this.#file === undefined) return Result.succeed({ parsed })
    return Result.map(await this.#file.end(), (upload) => ({ parsed, upload }))
  }

  /** Gives up: nothing stays on the disk. */
  async abandon(): Promise<void> {
    await this.#file?.abandon()
  }

  #decode(text: string): void {
    const value = this.begin()
    value.push(inBytes(text))
    value.end()
  }
}
