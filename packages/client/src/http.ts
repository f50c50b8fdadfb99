/** Carries requests over HTTP, with the platform's `fetch` or a given one. */
import type { Transport } from "@bottega/domain/contract"
import { BottegaError } from "./errors.ts"

/** The transport to a server at an address such as `http://127.0.0.1:3000`; one that no request can have is a `TypeError`. */
export const http = (url: string, fetch: typeof globalThis.fetch = globalThis.fetch): Transport => {
  const isRelative = /^(\/|$)/.test(url)
  if (!/^(https?:\/\/[^\s/?#@]+)?(\/[^\s?#]*)?$/i.test(url) || !(isRelative || URL.canParse(url)))
    throw new TypeError("The url must be an http or https address without a password, a query or a fragment.")
  const base = url.replace(/\/+$/, "")
  return async ({ body, headers, method, path, query, signal }) => {
    // Following a redirect would send the key set to its target. It is an answer, so that it is not tried again.
    const response = await fetch(`${base}${path}${query === "" ? "" : `?${query}`}`, {
      method,
      headers,
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal })
    })
    return {
      // A browser does not show the answer.
      status: response.type === "opaqueredirect" ? 307 : response.status,
      headers: Object.fromEntries(response.headers),
      text: () => whole(response),
      pieces: () => pieces(response),
      bytes: () => chunks(response)
    }
  }
}

/** The longest answer that is read whole, in characters; one without end would fill the memory. */
const maxCharacters = 128 * 1024 * 1024

const whole = async (response: Response): Promise<string> => {
  // Some platforms give a body only whole.
  if (!response.body) return response.text()
  let text = ""
  for await (const piece of pieces(response))
    if ((text += piece).length > maxCharacters)
      throw new BottegaError("Unrecognized", `The answer has more than ${maxCharacters} characters.`)
  return text
}

async function* pieces(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of chunks(response)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function* chunks({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const reader = body.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel()
  }
}
