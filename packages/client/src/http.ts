/** Carries requests over HTTP, with the platform's `fetch` or a given one. */
import type { Transport } from "@bottega/domain/contract"

/** The transport to a server at an address such as `http://127.0.0.1:3000`. */
export const http = (url: string, fetch: typeof globalThis.fetch = globalThis.fetch): Transport => {
  const base = url.replace(/\/+$/, "")
  return async ({ body, headers, method, path, query, signal }) => {
    // Following a redirect would send the key set to its target.
    const response = await fetch(`${base}${path}${query === "" ? "" : `?${query}`}`, {
      method,
      headers,
      redirect: "error",
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal })
    })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: () => response.text(),
      pieces: () => pieces(response),
      bytes: () => chunks(response)
    }
  }
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
