/** The heading of a page, with what is above it and what can be done there. */
import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import { shop } from "../call/session.ts"
import { linkTo } from "./router.ts"

interface Properties {
  readonly text: string
  readonly above?: ReadonlyArray<readonly [text: string, path: ReadonlyArray<string>]>
  /** Short values that belong to the heading, such as a status. */
  readonly beside?: ComponentChildren
  readonly children?: ComponentChildren
}

export const Title = ({ above = [], beside, children, text }: Properties) => {
  useEffect(() => {
    document.title = [text, shop.value?.name, "Bottega"].filter((part) => part !== undefined).join(" · ")
  }, [text])
  return (
    <header class="title">
      <div>
        {above.map(([name, path]) => (
          <a key={name} class="above" href={linkTo(path)}>
            {name}
          </a>
        ))}
        <div class="heading">
          <h1 tabIndex={-1}>{text}</h1>
          {beside}
        </div>
      </div>
      <div class="title-actions no-print">{children}</div>
    </header>
  )
}
