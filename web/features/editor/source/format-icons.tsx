import type { ReactNode } from 'react'
import { parts } from '#web/features/editor/core/index.tsx'
import { BoldIcon, CodeIcon, ItalicIcon, StrikeIcon } from './editor-icons.ts'
import type { calloutKinds } from './insert-commands.ts'
import type { FormatName } from './source-keys.ts'

/** The toolbar icons of the formats. */
export const formatIcons: Record<FormatName, ReactNode> = {
  bold: <BoldIcon />,
  italic: <ItalicIcon />,
  strike: <StrikeIcon />,
  quote: parts.quote.icon,
  bullet: parts.bullet.icon,
  ordered: parts.ordered.icon,
  task: parts.task.icon,
  table: parts.table.icon,
  link: parts.link.icon,
  code: <CodeIcon />,
  codeBlock: parts.codeBlock.icon,
}

/** The icons of callouts. */
export const calloutIcons: Record<(typeof calloutKinds)[number], ReactNode> = {
  note: parts.calloutNote.icon,
  tip: parts.calloutTip.icon,
  important: parts.calloutImportant.icon,
  warning: parts.calloutWarning.icon,
  danger: parts.calloutDanger.icon,
}
