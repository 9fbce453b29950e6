import PersonIcon from 'lucide-react/icons/at-sign'
import DateIcon from 'lucide-react/icons/calendar-days'
import DetailsIcon from 'lucide-react/icons/chevrons-down-up'
import CodeIcon from 'lucide-react/icons/code'
import HtmlIcon from 'lucide-react/icons/code-xml'
import Heading1Icon from 'lucide-react/icons/heading-1'
import Heading2Icon from 'lucide-react/icons/heading-2'
import Heading3Icon from 'lucide-react/icons/heading-3'
import Heading4Icon from 'lucide-react/icons/heading-4'
import Heading5Icon from 'lucide-react/icons/heading-5'
import Heading6Icon from 'lucide-react/icons/heading-6'
import ImageIcon from 'lucide-react/icons/image'
import ItalicIcon from 'lucide-react/icons/italic'
import BoldIcon from 'lucide-react/icons/letter-b'
import TipIcon from 'lucide-react/icons/lightbulb'
import TaskListIcon from 'lucide-react/icons/list-checks'
import OrderedListIcon from 'lucide-react/icons/list-ordered'
import DangerIcon from 'lucide-react/icons/octagon-exclamation-point'
import TextIcon from 'lucide-react/icons/pilcrow'
import FormulaIcon from 'lucide-react/icons/sigma'
import CodeBlockIcon from 'lucide-react/icons/square-code'
import StrikeIcon from 'lucide-react/icons/strikethrough'
import FootnoteIcon from 'lucide-react/icons/superscript'
import QuoteIcon from 'lucide-react/icons/text-quote'
import DiagramIcon from 'lucide-react/icons/workflow'
import type { ReactNode } from 'react'
import en from '#web/locales/en/source-editor.json' with { type: 'json' }
import zh from '#web/locales/zh/source-editor.json' with { type: 'json' }
import {
  ErrorIcon,
  InfoIcon,
  LinkIcon,
  ListIcon,
  MinusIcon,
  OutlineIcon,
  SheetItemIcon,
  WarnIcon,
} from '#web/ui/icons.ts'

/** A part of a page that `/` inserts. Its labels are in `source-editor:part`. */
interface Part {
  icon: ReactNode
  /** Its Markdown syntax. */
  hint: string
  /** Keywords besides its labels in both languages: English words and Pinyin. */
  words: string
}

const heading = (level: number, icon: ReactNode): Part => ({
  icon,
  hint: '#'.repeat(level),
  words: `h${level} heading ${'#'.repeat(level)} bt biaoti`,
})

const callout = (icon: ReactNode, kind: string, words: string): Part => ({
  icon,
  hint: `[!${kind}]`,
  words: `callout alert ${kind.toLowerCase()} ${words} tsk tishi`,
})

/** Every part that both editors insert, in menu order. */
export const parts = {
  text: { icon: <TextIcon />, hint: '', words: 'text paragraph p zw zhengwen' },
  heading1: heading(1, <Heading1Icon />),
  heading2: heading(2, <Heading2Icon />),
  heading3: heading(3, <Heading3Icon />),
  heading4: heading(4, <Heading4Icon />),
  heading5: heading(5, <Heading5Icon />),
  heading6: heading(6, <Heading6Icon />),
  bullet: { icon: <ListIcon />, hint: '-', words: 'list bullet ul - wxlb liebiao' },
  ordered: { icon: <OrderedListIcon />, hint: '1.', words: 'list numbered ol 1. yxlb' },
  task: { icon: <TaskListIcon />, hint: '- [ ]', words: 'task todo checkbox [ ] rwlb renwu' },
  quote: { icon: <QuoteIcon />, hint: '>', words: 'quote blockquote > yy yinyong' },
  table: { icon: <SheetItemIcon />, hint: '|', words: 'table grid | bg biaoge' },
  codeBlock: { icon: <CodeBlockIcon />, hint: '```', words: 'code block pre fence ``` dmk daima' },
  image: { icon: <ImageIcon />, hint: '![ ]( )', words: 'image picture photo img tp tupian' },
  link: { icon: <LinkIcon />, hint: '[ ]( )', words: 'link url href lj lianjie' },
  mermaid: { icon: <DiagramIcon />, hint: 'mermaid', words: 'mermaid diagram flowchart chart graph tb tubiao lct' },
  math: { icon: <FormulaIcon />, hint: '$$', words: 'formula math block latex tex equation $$ gs gongshi' },
  mathInline: { icon: <FormulaIcon />, hint: '$ $', words: 'formula math latex tex equation $ gs gongshi' },
  calloutNote: callout(<InfoIcon />, 'NOTE', 'info'),
  calloutTip: callout(<TipIcon />, 'TIP', 'success hint'),
  calloutImportant: callout(<ErrorIcon />, 'IMPORTANT', ''),
  calloutWarning: callout(<WarnIcon />, 'WARNING', 'warn'),
  calloutDanger: callout(<DangerIcon />, 'DANGER', 'error caution'),
  rule: { icon: <MinusIcon />, hint: '---', words: 'rule line divider hr --- fgx fengexian' },
  contents: { icon: <OutlineIcon />, hint: '[TOC]', words: 'toc contents outline ml mulu' },
  footnote: { icon: <FootnoteIcon />, hint: '[^1]', words: 'footnote note jz jiaozhu' },
  details: { icon: <DetailsIcon />, hint: '<details>', words: 'details collapse fold toggle zd zhedie' },
  html: { icon: <HtmlIcon />, hint: '<div>', words: 'html raw' },
  person: { icon: <PersonIcon />, hint: '@', words: 'person mention tj tiji' },
  date: { icon: <DateIcon />, hint: '', words: 'date today rq riqi' },
} as const satisfies Record<string, Part>

/** The name of a part. */
export type PartId = keyof typeof parts

/** The parts that insert callouts, by the kind of callout, in menu order. */
export const calloutParts = {
  note: 'calloutNote',
  tip: 'calloutTip',
  important: 'calloutImportant',
  warning: 'calloutWarning',
  danger: 'calloutDanger',
} as const satisfies Record<string, PartId>

/** The kind of a callout. */
export type CalloutKind = keyof typeof calloutParts

/** The kinds of callouts, in menu order. */
export const calloutKinds = Object.keys(calloutParts) as CalloutKind[]

/** The names of all parts, in menu order. */
export const partIds = Object.keys(parts) as PartId[]

/** Returns the keywords of a part, in both languages. */
export const partKeywords = (id: PartId): string => `${en.part[id]} ${zh.part[id]} ${parts[id].words}`

/** The formats that both editors' toolbars, menus and keys apply. Shortcuts are as in web/lib/shortcuts.ts. */
export const formats = {
  bold: { icon: <BoldIcon />, shortcut: 'mod+b' },
  italic: { icon: <ItalicIcon />, shortcut: 'mod+i' },
  strike: { icon: <StrikeIcon />, shortcut: 'mod+shift+x' },
  code: { icon: <CodeIcon />, shortcut: 'mod+e' },
  link: { icon: parts.link.icon, shortcut: 'mod+k' },
  bullet: { icon: parts.bullet.icon, shortcut: 'mod+shift+8' },
  ordered: { icon: parts.ordered.icon, shortcut: 'mod+shift+7' },
  task: { icon: parts.task.icon, shortcut: 'mod+shift+6' },
  quote: { icon: parts.quote.icon, shortcut: 'mod+shift+9' },
  table: { icon: parts.table.icon, shortcut: 'mod+alt+t' },
  codeBlock: { icon: parts.codeBlock.icon, shortcut: 'mod+alt+c' },
} as const satisfies Record<string, { icon: ReactNode; shortcut: string }>

/** The name of a format. */
export type FormatName = keyof typeof formats

/** Returns the shortcut of a heading level; level 0 is plain text. */
export const headingShortcut = (level: number): string => `mod+alt+${level}`

/** Returns a shortcut as CodeMirror and ProseMirror name it: 'Mod-Shift-x'. */
export const toEditorKey = (shortcut: string): string =>
  shortcut
    .replace(/^mod|\+alt|\+shift/g, (key) => key.replace(/[a-z]/, (first) => first.toUpperCase()))
    .replaceAll('+', '-')
