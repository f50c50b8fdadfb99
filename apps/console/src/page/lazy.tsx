/** A page that is loaded when it is first shown. */
import type { ComponentType, FunctionComponent } from "preact"
import { useLayoutEffect, useState } from "preact/hooks"
import { words } from "../words/words.ts"
import { Failure, Loading } from "./states.tsx"

/** A component that is loaded when it is first shown, or before. */
export type Lazy<P> = FunctionComponent<P> & {
  /** Loads it, because it may be shown soon. */
  readonly ahead: () => void
}

/** Loads a component once; while it loads, and if it cannot be loaded, the page says so. */
export const lazy = <P extends object>(load: () => Promise<ComponentType<P>>): Lazy<P> => {
  let loaded: ComponentType<P> | undefined
  const Page = (properties: P) => {
    const [state, setState] = useState<{ readonly failure?: unknown }>({})
    const begin = () => {
      load().then(
        (component) => {
          loaded = component
          setState({})
        },
        () => setState({ failure: new Error(words.value.noPart) })
      )
    }
    useLayoutEffect(() => {
      if (loaded === undefined) begin()
    }, [])
    const Loaded = loaded
    if (Loaded !== undefined) return <Loaded {...properties} />
    return state.failure === undefined ? <Loading /> : <Failure cause={state.failure} onRetry={begin} />
  }
  const ahead = () => {
    // If it fails, showing the page says why.
    load().then(
      (component) => {
        loaded = component
      },
      () => {}
    )
  }
  return Object.assign(Page, { ahead })
}
