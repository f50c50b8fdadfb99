/** The areas beside this one below the same heading of the menu. */
import { isOpen } from "../call/open.ts"
import { areaNoun } from "../fold/spoken.ts"
import { shopPlaces, workbenchPlaces } from "../views/views.ts"
import { linkTo } from "./router.ts"

export const Siblings = ({ area }: { readonly area: string }) => {
  const place = [...shopPlaces, ...workbenchPlaces].find(({ areas }) => (areas as ReadonlyArray<string>).includes(area))
  const areas = (place?.areas ?? []).filter(isOpen)
  if (place === undefined || areas.length < 2) return null
  return (
    <nav class="siblings no-print" aria-label={areaNoun(area)}>
      {areas.map((one) => (
        <a key={one} class="tab" href={linkTo([one])} aria-current={one === area ? "page" : undefined}>
          {areaNoun(one)}
        </a>
      ))}
    </nav>
  )
}
