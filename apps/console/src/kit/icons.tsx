/** Icons: strokes on a grid of 24, drawn for this console. */

const paths = {
  orders: "M6 3h12l2 5v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V8zM4 8h16M9 12a3 3 0 0 0 6 0",
  products: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9",
  stock: "M4 20V9l8-5 8 5v11M8 20v-8h8v8M8 16h8",
  customers: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 3.6-6 8-6s8 2 8 6",
  coupons: "M4 7h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4zM14 7v2M14 12v2M14 17v2",
  content: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
  requests: "M4 8h13M13 4l4 4-4 4M20 16H7M11 12l-4 4 4 4",
  webhooks: "M12 8a3 3 0 1 0-3 3l-3 6M6 17a3 3 0 1 0 3 3h6M12 8l3 6M15 14a3 3 0 1 1 0 6",
  keys: "M14 10a4 4 0 1 0-4 4l1 1h2v2h2v2h4v-3l-5-5z",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2",
  snapshots: "M4 8h3l2-3h6l2 3h3v11H4zM12 16a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  faults: "M12 4l9 16H3zM12 10v4M12 17v.5",
  explorer: "M8 8l-4 4 4 4M16 8l4 4-4 4M13 5l-2 14",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  filter: "M4 6h16M7 12h10M10 18h4",
  columns: "M4 5h16v14H4zM10 5v14M15 5v14",
  down: "M12 4v11M7 11l5 5 5-5M5 20h14",
  chevron: "M9 6l6 6-6 6",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 3.6-6 8-6s8 2 8 6",
  print: "M7 8V4h10v4M7 17H4v-7h16v7h-3M7 14h10v6H7z",
  mail: "M3 6h18v12H3zM3 7l9 7 9-7",
  truck: "M3 6h11v10H3zM14 10h4l3 3v3h-7M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  today: "M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6",
  bookmark: "M7 4h10v16l-5-4-5 4z"
} as const

export type IconName = keyof typeof paths

/** An icon beside a text that says the same. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
)
