/** Calls of a bench that prepare what is measured. */

/** Posts JSON and gives the JSON that is answered; fails unless that is a success. */
export const post = async <A>(url: string, headers: Readonly<Record<string, string>>, body: object): Promise<A> => {
  const response = await fetch(url, {
    ...{ method: "POST", headers: { ...headers, "content-type": "application/json" } },
    body: JSON.stringify(body)
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${text}`)
  return JSON.parse(text) as A
}
