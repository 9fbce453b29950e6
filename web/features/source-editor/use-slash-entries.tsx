import type { StateCommand } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { ReactNode } from 'react'
import type { InsertEntry } from '#web/features/writing/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { setHeading } from './commands.ts'
import { DateIcon, ImageIcon, PersonIcon } from './editor-icons.ts'
import { calloutKinds, insertCallout, insertWords } from './insert-commands.ts'
import { calloutIcons, formatIcons, headingIcons, insertIcons } from './part-icons.tsx'
import { type Format, type FormatName, formats, type InsertName, inserts } from './source-keys.ts'
import { useSourceWords } from './source-words.ts'
import { type SlashEntry, typeAndSuggest } from './suggestions.ts'
import { today } from './today.ts'

const headingWords = [
  '',
  'h1 heading bt biaoti',
  'h2 heading bt biaoti',
  'h3 heading bt biaoti',
  'h4 heading bt biaoti',
]
const blocks: FormatName[] = ['bullet', 'ordered', 'task', 'quote', 'table', 'codeBlock', 'link']

/** What `/` offers: every part of a page, and what else the editor can put in. */
export function useSlashEntries(chooseImages: () => void, more: readonly InsertEntry[]): SlashEntry[] {
  const { t } = useTranslation('source-editor')
  const { insert: words } = useSourceWords('')
  const apply = (command: StateCommand) => (view: EditorView) => void command(view)
  const entry = (id: string, label: string, icon: ReactNode, { run, hint = '', words: found }: Format): SlashEntry => ({
    id,
    label,
    icon,
    hint,
    words: found,
    run: apply(run(words)),
  })
  const headings = [1, 2, 3, 4].map((level) => ({
    id: `heading${level}`,
    label: t('format.headingLevel', { level }),
    icon: headingIcons[level],
    hint: '#'.repeat(level),
    words: headingWords[level] ?? '',
    run: apply(setHeading(level)),
  }))
  const callouts = calloutKinds.map((kind) => ({
    id: kind,
    label: `${t('insert.callout')}: ${t(`insert.${kind}`)}`,
    icon: calloutIcons[kind],
    hint: `[!${kind.toUpperCase()}]`,
    words: `callout ${kind} tsk tishi`,
    run: apply(insertCallout(kind, words)),
  }))
  const others: SlashEntry[] = [
    {
      id: 'image',
      label: t('format.image'),
      icon: <ImageIcon />,
      hint: '![ ]( )',
      words: 'image picture photo tp tupian',
      run: chooseImages,
    },
    {
      id: 'person',
      label: t('insert.person'),
      icon: <PersonIcon />,
      hint: '@',
      words: 'person mention tj tiji',
      run: typeAndSuggest('@'),
    },
    {
      id: 'date',
      label: t('insert.date'),
      icon: <DateIcon />,
      hint: today(),
      words: 'date today rq riqi',
      run: apply(insertWords(today())),
    },
  ]
  const helpers = more.map(({ id, label, icon, words: found = [id], run }) => ({
    id,
    label,
    icon,
    words: found.join(' '),
    run: () => run(),
  }))
  return [
    ...headings,
    ...blocks.map((name) => entry(name, t(`format.${name}`), formatIcons[name], formats[name])),
    ...callouts,
    ...(Object.keys(inserts) as InsertName[]).map((name) =>
      entry(name, t(`insert.${name}`), insertIcons[name], inserts[name]),
    ),
    ...others,
    ...helpers,
  ]
}
