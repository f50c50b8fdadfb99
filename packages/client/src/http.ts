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
      pieces: () => pieces(response)
    }
  }
}

async function* pieces({ body }: Response): AsyncGenerator<string> {
  if (body === null) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      yield decoder.decode(part.value, { stream: true })
    }
    yield decoder.decode()
  } finally {
    await reader.cancel()
  }
}
