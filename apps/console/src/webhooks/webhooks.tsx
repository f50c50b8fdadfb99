/** The webhooks of the shop, and the newest deliveries of all of them. */
import { useAnswer } from "../call/asked.ts"
import { mayCall } from "../call/session.ts"
import type { Pages } from "../fold/area.ts"
import { areaNoun } from "../fold/spoken.ts"
import { Icon } from "../kit/icons.tsx"
import { List } from "../list/list.tsx"
import { linkTo } from "../page/router.ts"
import { Siblings } from "../page/siblings.tsx"
import { Title } from "../page/title.tsx"
import { words } from "../words/words.ts"
import { Deliveries } from "./deliveries.tsx"

export const Webhooks = ({ pages }: { readonly pages: Pages }) => {
  const { area, create, list } = pages
  const { data } = useAnswer(list!, {})
  const all = (data ?? []) as ReadonlyArray<{ readonly id: string; readonly name: string }>
  const names = new Map(all.map(({ id, name }) => [id, name]))
  return (
    <>
      <Title text={areaNoun(area)}>
        {create !== undefined && mayCall(create) && (
          <a class="primary" href={linkTo([area, "-", create.name])}>
            <Icon name="plus" /> {words.value.create}
          </a>
        )}
      </Title>
      <Siblings area={area} />
      <List pages={pages} />
      <Deliveries names={names} />
    </>
  )
}
