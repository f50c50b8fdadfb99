/** Reads a request for every transport: the credentials and conditions in its headers, the parameters in its path and body. */
import { type Found, parseJson, UnsupportedMedia } from "@bottega/domain/contract"
import { emptyTree, type ParsedForm, parse, put } from "@bottega/domain/form"
import { Result } from "effect"
import type { Credentials } from "../admit/identity.ts"
import type { Conditions } from "../answer/file-answer.ts"

/** The shop in the path of an operation that is called through the control surface. */
export const shopIn = (path: string): string | undefined => path.slice(pathOfShops.length).split("/", 1)[0]
const pathOfShops = "/control/v1/shop/"

/** Headers by lower-case name; for one that was sent twice, all values or the first. */
export type Headers = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** The credentials in a request's headers. */
export const credentialsOf = (headers: Headers): Credentials => ({
  key: one(headers["key"]),
  exchange: one(headers["exchange"]),
  token: tokenOf(one(headers["authorization"]))
})

/** The headers of a request that concern the file that it asks for. Only GET has ranges (RFC 9110, 14.2). */
export const conditionsOf = (method: string, headers: Headers): Conditions => ({
  ifNoneMatch: one(headers["if-none-match"]),
  range: method === "GET" ? one(headers["range"]) : undefined,
  ifRange: one(headers["if-range"])
})

const tokenOf = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1]

const one = (value: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof value === "string" ? value : value?.[0]

/** The format of a body. */
export type BodyType = "form" | "json" | "multipart"

/** The format of a body by its `Content-Type`; a form by default. */
export const bodyTypeOf = (contentType = ""): Result.Result<BodyType, UnsupportedMedia> => {
  const plain = medias.get(contentType)
  if (plain !== undefined) return Result.succeed(plain)
  const type = contentType.split(";", 1)[0]!.trim().toLowerCase()
  const media = medias.get(type)
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1] ?? "utf-8"
  if (media === undefined)
    return unsupported(`A body of type ${type} is not accepted: send a form, JSON or multipart/form-data.`)
  if (!/^(utf-?8|us-ascii)$/i.test(charset))
    return unsupported(`A body in the charset ${charset} is not accepted: send UTF-8.`)
  return Result.succeed(media)
}

const medias: ReadonlyMap<string, BodyType> = new Map([
  ["", "form"],
  ["application/x-www-form-urlencoded", "form"],
  ["application/json", "json"],
  ["multipart/form-data", "multipart"]
])
const unsupported = (message: string) => Result.fail(new UnsupportedMedia({ message }))

/** Parses the parameters of a body's text, as a form or as JSON. */
export const readBody = (media: BodyType, text: string): ParsedForm =>
  media === "json" ? parseJson(text) : parse(text)

/** The parameters in the path of a request; `undefined` for an operation whose path has none of its own. */
export const parsedPath = (
  { inShop }: { readonly inShop?: true },
  parameters: Found<unknown>["parameters"]
): ParsedForm | undefined => {
  if (inShop === true || parameters.length === 0) return undefined
  const parsed = emptyTree()
  for (const [name, value] of parameters) put(parsed, name, value)
  return parsed
}
