/** What a page shows while it has nothing else: it loads, it failed, there is nothing. */
import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { errorIn } from "../call/error.ts"
import { state } from "../call/session.ts"
import { whyOf } from "../call/why.ts"
import { words } from "../words/words.ts"

export const Loading = ({ rows = 4 }: { readonly rows?: number }) => (
  <div class="loading" role="status">
    <span class="hidden">{words.value.loading}</span>
    {Array.from({ length: rows }, (_, at) => (
      <div key={at} class="bone" />
    ))}
  </div>
)

export const Failure = ({ cause, onRetry }: { readonly cause: unknown; readonly onRetry?: () => void }) => {
  const requestId = errorIn(cause)?.requestId
  const before = useRef(state.value)
  const isStranger = errorIn(cause)?.status === 401
  useEffect(() => {
    // Someone has signed in again.
    if (isStranger && state.value !== before.current) onRetry?.()
    before.current = state.value
  }, [state.value])
  return (
    <div class="failure" role="alert">
      <p>
        <b>{words.value.failed}</b> {whyOf(cause)}
      </p>
      {requestId !== undefined && (
        <p class="faint">
          {words.value.requestId} <code>{requestId}</code>
        </p>
      )}
      {onRetry !== undefined && <Retry act={onRetry} />}
    </div>
  )
}

const Retry = ({ act }: { readonly act: () => void }) => (
  <button type="button" class="button" onClick={act}>
    {words.value.retry}
  </button>
)

export const Empty = ({ children, text }: { readonly text: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <p>{text}</p>
    {children}
  </div>
)

/** Why what a person asked for was not done. */
export const Refusal = ({ cause, onRetry }: { readonly cause: unknown; readonly onRetry?: () => void }) => {
  const error = errorIn(cause)
  return (
    <div class="failure" role="alert">
      <p>{whyOf(cause)}</p>
      {error?.details.map(({ message, path }) => (
        <p key={path}>
          {path} {message}
        </p>
      ))}
      {onRetry !== undefined && <Retry act={onRetry} />}
    </div>
  )
}
