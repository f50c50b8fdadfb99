/** The movements of all stock, newest first. */
import { usePeople } from "../call/people.ts"
import type { Pages } from "../fold/area.ts"
import { areaNoun } from "../fold/spoken.ts"
import { List } from "../list/list.tsx"
import { linkTo } from "../page/router.ts"
import { Siblings } from "../page/siblings.tsx"
import { Title } from "../page/title.tsx"
import { Delta, type Movement, Who, Why } from "./movement.tsx"

export const Ledger = ({ pages }: { readonly pages: Pages }) => {
  const people = usePeople()
  const cells = {
    sku: (entry: unknown) => {
      const { sku } = entry as Movement
      return <a href={linkTo(["inventory", sku])}>{sku}</a>
    },
    delta: (entry: unknown) => <Delta delta={(entry as Movement).delta} />,
    reason: (entry: unknown) => <Why movement={entry as Movement} />,
    key: (entry: unknown) => <Who movement={entry as Movement} people={people} />
  }
  return (
    <>
      <Title text={areaNoun(pages.area)} />
      <Siblings area={pages.area} />
      <List pages={pages} cells={cells} />
    </>
  )
}
