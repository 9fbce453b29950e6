import type { ReactNode } from 'react'
import { ErrorIcon, InfoIcon, LinkIcon, ListIcon, OutlineIcon, SheetItemIcon, WarnIcon } from '#web/ui/icons.ts'
import {
  BoldIcon,
  CodeBlockIcon,
  CodeIcon,
  DangerIcon,
  DetailsIcon,
  FootnoteIcon,
  FormulaIcon,
  Heading1Icon,
  Heading2Icon,
  Heading3Icon,
  Heading4Icon,
  ItalicIcon,
  MermaidIcon,
  OrderedListIcon,
  QuoteIcon,
  RuleIcon,
  StrikeIcon,
  TaskListIcon,
  TipIcon,
} from './editor-icons.ts'
import type { calloutKinds } from './insert-commands.ts'
import type { FormatName, InsertName } from './source-keys.ts'

/** The icons of the formats, on the toolbar and behind `/`. */
export const formatIcons: Record<FormatName, ReactNode> = {
  bold: <BoldIcon />,
  italic: <ItalicIcon />,
  strike: <StrikeIcon />,
  quote: <QuoteIcon />,
  bullet: <ListIcon />,
  ordered: <OrderedListIcon />,
  task: <TaskListIcon />,
  table: <SheetItemIcon />,
  link: <LinkIcon />,
  code: <CodeIcon />,
  codeBlock: <CodeBlockIcon />,
}

/** The icons of headings by their level. */
export const headingIcons: Record<number, ReactNode> = {
  1: <Heading1Icon />,
  2: <Heading2Icon />,
  3: <Heading3Icon />,
  4: <Heading4Icon />,
}

/** The icons of what is put in. */
export const insertIcons: Record<InsertName, ReactNode> = {
  formula: <FormulaIcon />,
  formulaBlock: <FormulaIcon />,
  mermaid: <MermaidIcon />,
  footnote: <FootnoteIcon />,
  details: <DetailsIcon />,
  toc: <OutlineIcon />,
  rule: <RuleIcon />,
}

/** The icons of callouts. */
export const calloutIcons: Record<(typeof calloutKinds)[number], ReactNode> = {
  note: <InfoIcon />,
  tip: <TipIcon />,
  important: <ErrorIcon />,
  warning: <WarnIcon />,
  danger: <DangerIcon />,
}
