/** Callers who have signed in, as a page of a browser on the server's own origin sends their requests. */
import type { Person } from "@bottega/domain/areas/people"
import { unique } from "./subjects.ts"
import type { Answer, Request, Store } from "./surface.ts"

/** The headers that such a page's requests have besides the cookie. */
export const ofPage = { "bottega-console": "1", "sec-fetch-site": "same-origin" }

/** Someone who has signed in. */
export interface SignedIn {
  /** `null` for the operator. */
  readonly person: string | null
  /** The cookie, as a browser sends it. */
  readonly cookie: string
  readonly send: (request: Omit<Request, "as">) => Promise<Answer>
}

/** Swaps a code for a session. */
export const signIn = ({ send }: Pick<Store, "send">, code: string, headers: Request["headers"] = ofPage) =>
  send({ method: "POST", path: "/control/v1/session.json", body: { code }, as: "nobody", headers })

/** Signs in with a code. */
export const signedInWith = async (store: Pick<Store, "send">, code: string): Promise<SignedIn> => {
  const { headers, json } = await signIn(store, code)
  const [cookie = ""] = (headers["set-cookie"] ?? "").split(";", 1)
  const send: SignedIn["send"] = (request) =>
    store.send({ ...request, as: "nobody", headers: { cookie, ...ofPage, ...request.headers } })
  return { person: json.person, cookie, send }
}

/** A new person of a shop. */
export const personOf = async ({ operator, shop }: Store, role: Person["role"]) => {
  const email = `person${unique()}@example.com`
  const { id, url } = await operator.people.create({ shop: shop.id, email, name: "Anna Rossi", role })
  return { id, email, code: url.split("#")[1]! }
}

/** A new person of a shop, who has signed in. */
export const signedInAs = async (store: Store, role: Person["role"]): Promise<SignedIn> =>
  signedInWith(store, (await personOf(store, role)).code)

/** The request of an operation of shops, through the control surface. */
export const inShop = (request: Request, shop: string): Request => ({
  ...request,
  path: request.path.replace("/v1.1/", `/control/v1/shop/${shop}/`)
})
