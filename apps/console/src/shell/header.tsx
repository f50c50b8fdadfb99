/** The header: which shop is shown, what finds everything, and who has signed in. */
import { useState } from "preact/hooks"
import { notice, shop, signOut, state } from "../call/session.ts"
import { Icon } from "../kit/icons.tsx"
import { Popover } from "../kit/popover.tsx"
import { show, type Theme, theme, themes } from "../kit/theme.ts"
import { lazy } from "../page/lazy.tsx"
import { showShop } from "../page/router.ts"
import { words } from "../words/words.ts"
import { LanguageChoice } from "./language.tsx"
import { isMenuOpen } from "./menu.tsx"
import { useShortcut } from "./shortcut.ts"

const Palette = lazy(async () => (await import("./palette.tsx")).Palette)

export const Header = () => {
  const [isFinding, setFinding] = useState(false)
  useShortcut("k", () => setFinding(true))
  return (
    <header class="top">
      <button
        type="button"
        class="quiet square only-narrow"
        aria-label={words.value.menu}
        aria-expanded={isMenuOpen.value}
        aria-controls="menu"
        onClick={() => {
          isMenuOpen.value = !isMenuOpen.value
        }}
      >
        <Icon name="menu" />
      </button>
      <ShopName />
      <button type="button" class="find" onClick={() => setFinding(true)}>
        <Icon name="search" /> <span class="wide">{words.value.palette}</span> <kbd class="wide">{combination}</kbd>
        <span class="hidden">{words.value.search}</span>
      </button>
      <Person />
      {isFinding && <Palette onClose={() => setFinding(false)} />}
    </header>
  )
}

const combination = navigator.platform.startsWith("Mac") ? "⌘K" : "Ctrl K"

const ShopName = () => {
  const { shops } = state.value as Extract<typeof state.value, { kind: "in" }>
  const name = shop.value?.name ?? "Bottega"
  if (shops.length < 2) return <strong class="shop-name">{name}</strong>
  return (
    <select
      class="shop-name"
      aria-label={words.value.shop}
      value={shop.value?.id}
      onChange={(event) => showShop(event.currentTarget.value)}
    >
      {shops.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

const Person = () => {
  const { session } = state.value as Extract<typeof state.value, { kind: "in" }>
  return (
    <Popover kind="quiet square" name={words.value.account} label={<Icon name="person" />}>
      {() => (
        <div class="account">
          <p>{words.value.role[session.role]}</p>
          <label>
            {words.value.theme}
            <select value={theme.value} onChange={(event) => show(event.currentTarget.value as Theme)}>
              {themes.map((one) => (
                <option key={one} value={one}>
                  {words.value.themes[one]}
                </option>
              ))}
            </select>
          </label>
          <LanguageChoice />
          <button type="button" class="button" onClick={() => void signOut().catch(notice)}>
            {words.value.signOut}
          </button>
        </div>
      )}
    </Popover>
  )
}
