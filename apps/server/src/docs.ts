export interface DocsFile {
  readonly path: string
  readonly load: () => Promise<import("./exchange.ts").Page>
}
export const docs: ReadonlyArray<DocsFile> = []
