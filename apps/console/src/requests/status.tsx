/** The status of an answer. */

export const StatusBadge = ({ status }: { readonly status: number }) => (
  <span
    class={`badge ${status < 300 ? "tone-good" : status < 400 ? "tone-quiet" : status < 500 ? "tone-wait" : "tone-bad"}`}
  >
    {status}
  </span>
)
