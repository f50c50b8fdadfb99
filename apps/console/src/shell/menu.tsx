/** The menu of areas; on a narrow screen a panel that the header opens. */
import { signal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import { isOpen } from "../call/open.ts"
import { areaNames } from "../fold/area.ts"
import { areaNoun } from "../fold/spoken.ts"
import { Icon } from "../kit/icons.tsx"
import { address, linkTo } from "../page/router.ts"
import { type Place, shopPlaces, workbenchPlaces } from "../views/views.ts"
import { language, words } from "../words/words.ts"

/** Whether the menu covers a narrow screen. */
export const isMenuOpen = signal(false)

const placed = new Set<string>([...shopPlaces, ...workbenchPlaces].flatMap(({ areas }) => areas))
/** Areas that are part of the shell, of signing in or of another page have none of their own. */
const pageless = new Set(["session", "authorizations", "search", "installation"])
const others = areaNames.filter((area) => !placed.has(area) && !pageless.has(area))

export const Menu = () => {
  const here = address.value.path[0] ?? ""
  useEffect(() => {
    isMenuOpen.value = false
  }, [here])
  return (
    <nav class={isMenuOpen.value ? "menu open" : "menu"} id="menu" aria-label={words.value.menu}>
      <Group
        title={words.value.shop}
        places={shopPlaces}
        here={here}
        above={<MenuLink icon="today" path="today" text={words.value.today} isHere={here === "today"} />}
      />
      <Group title={words.value.workbench} places={workbenchPlaces} here={here}>
        {others.filter(isOpen).map((area) => (
          <MenuLink key={area} icon="more" path={area} text={areaNoun(area)} isHere={here === area} />
        ))}
        <MenuLink icon="explorer" path="explorer" text={words.value.explorer} isHere={here === "explorer"} />
      </Group>
    </nav>
  )
}

interface GroupProperties {
  readonly title: string
  readonly places: ReadonlyArray<Place>
  readonly here: string
  readonly above?: ComponentChildren
  readonly children?: ComponentChildren
}

const Group = ({ above, children, here, places, title }: GroupProperties) => (
  <section>
    <h2>{title}</h2>
    {above}
    {places.map(({ areas, icon, noun }) => {
      const known: ReadonlyArray<string> = areas.filter((area) => areaNames.includes(area) && isOpen(area))
      if (known[0] === undefined) return null
      const text = noun[language.value]
      return <MenuLink key={known[0]} icon={icon} path={known[0]} text={text} isHere={known.includes(here)} />
    })}
    {children}
  </section>
)

interface LinkProperties {
  readonly icon: Place["icon"]
  readonly path: string
  readonly text: string
  readonly isHere: boolean
}

const MenuLink = ({ icon, isHere, path, text }: LinkProperties) => (
  <a href={linkTo([path])} aria-current={isHere ? "page" : undefined}>
    <Icon name={icon} /> {text}
  </a>
)
