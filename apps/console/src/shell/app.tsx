/** The console: who has signed in sees its shell, anyone else how to sign in. */
import { useEffect, useRef } from "preact/hooks"
import { choose, ended, isOffline, shop, state } from "../call/session.ts"
import { areaNames } from "../fold/area.ts"
import { Icon } from "../kit/icons.tsx"
import { Notices } from "../kit/notice.tsx"
import { Slow } from "../kit/slow.tsx"
import { lazy } from "../page/lazy.tsx"
import { address, goInstead, linkTo } from "../page/router.ts"
import { Empty, Loading } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { words } from "../words/words.ts"
import { Area } from "./area.tsx"
import { Bars } from "./bars.tsx"
import { Header } from "./header.tsx"
import { Menu } from "./menu.tsx"
import { SignIn, SignInAgain } from "./sign-in.tsx"

const Today = lazy(async () => (await import("../today/page.tsx")).Today)
const Explorer = lazy(async () => (await import("../explorer/explorer.tsx")).Explorer)

export const App = () => (
  <>
    <SignedIn />
    <Notices />
  </>
)

const SignedIn = () => {
  const { value } = state
  if (value.kind === "asking")
    return (
      <>
        <Slow />
        <Loading />
      </>
    )
  if (value.kind !== "in") return <SignIn out={value} />
  const { person } = value.session
  return (
    <>
      {/* Nobody finds what another person typed. */}
      <Shell key={person ?? "operator"} />
      {ended.value !== undefined && <SignInAgain out={ended.value} />}
    </>
  )
}

const Shell = () => {
  const main = useRef<HTMLElement>(null)
  const { path, shop: wanted } = address.value
  const { shops } = state.value as Extract<typeof state.value, { kind: "in" }>
  const isShown = shop.value !== undefined && shop.value.id === wanted
  useEffect(() => {
    const own = shops.some(({ id }) => id === wanted) ? wanted : shops[0]?.id
    choose(own)
    if (own !== undefined && own !== wanted) goInstead(path.length === 0 ? firstPage : path, address.value.query)
  }, [wanted, shops])
  const place = path.join("/")
  useEffect(() => {
    main.current?.scrollTo(0, 0)
    // A keyboard or a screen reader goes on where the page begins.
    if (document.activeElement === document.body) main.current?.querySelector<HTMLElement>("h1")?.focus()
  }, [place])
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {words.value.skip}
      </button>
      <Header />
      <Menu />
      <Bars />
      <main ref={main} tabIndex={-1}>
        <Slow />
        {isOffline.value && (
          <p class="bar bad" role="alert">
            <Icon name="faults" /> {words.value.offline}
          </p>
        )}
        <div class="page">{isShown ? <Page path={path} /> : shops.length === 0 ? <NoShop /> : <Loading />}</div>
      </main>
    </div>
  )
}

/** What a shop's console begins with. */
const firstPage = ["today"]

const Page = ({ path: [first = "today", second] }: { readonly path: ReadonlyArray<string> }) => {
  if (first === "today") return <Today />
  if (first === "explorer") return <Explorer key={second} id={second} />
  return areaNames.includes(first) ? (
    <Area key={first} area={first} />
  ) : (
    <>
      <Title text={words.value.unknownPage} />
      <a href={linkTo(firstPage)}>{words.value.today}</a>
    </>
  )
}

const NoShop = () => (
  <Empty text={words.value.noShop}>
    <p>{words.value.noShopHow}</p>
    <pre class="code">bottega shops create --name "My shop"</pre>
  </Empty>
)
