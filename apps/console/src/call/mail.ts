/** What pages know of a mail before the server has written it. */

interface Begun {
  readonly state: string
  readonly subject: string
}

/** Whether the server still makes the mail's text, which takes it a moment. */
export const isUnwritten = ({ state, subject }: Begun): boolean => state === "queued" && subject === ""
