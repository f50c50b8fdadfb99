/** B2B: listings and accounts, for shops with the module. */
import { after, type Covered, unique } from "../subjects.ts"
import { type Store, suite } from "../surface.ts"
import { listings } from "./b2b/listings.ts"
import { accountOfCustomer, accountOfListing } from "./b2b/relations.ts"
import { listingMade, newUser, userMade } from "./b2b/sample.ts"
import { users } from "./b2b/users.ts"

const promises = suite("b2b", (open) => {
  let shop: Promise<Store> | undefined
  const withModule = () => (shop ??= open().then((store) => store.withShop({ modules: ["b2b"] })))
  listings(withModule)
  users(withModule)
})

export const b2b: Covered<"b2b"> = {
  suite: promises,
  relations: [accountOfCustomer, accountOfListing],
  subjects: {
    listings: after(listingMade),
    createListing: { given: () => ({ name: `Listing ${unique()}`, description: "Prices by the crate." }) },
    removeListing: { given: async (store) => ({ id: (await listingMade(store)).id }) },
    users: after(userMade),
    createUser: { given: (store) => newUser(store, { send_email: "yes" }) },
    removeUser: {
      given: async (store) => ({ uid: (await userMade(store)).userUID }),
      absent: () => ({ uid: 999_999_999 })
    }
  }
}
