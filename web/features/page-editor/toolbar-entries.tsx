import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { LinkIcon, ListIcon, SheetItemIcon } from '#web/ui/icons.ts'
import { setHeading } from './commands.ts'
import {
  BoldIcon,
  CodeBlockIcon,
  CodeIcon,
  HeadingIcon,
  ImageIcon,
  ItalicIcon,
  OrderedListIcon,
  QuoteIcon,
  StrikeIcon,
  TaskListIcon,
} from './editor-icons.ts'
import { sourceViewAtom } from './source-atoms.ts'
import { type FormatName, formats, headingLevels, headingShortcut } from './source-keys.ts'

/** One button of the toolbar, or a line of its menu; with `levels` it opens a menu itself. */
export interface ToolbarEntry {
  id: string
  label: string
  icon: ReactNode
  shortcut?: string
  run?: () => void
  levels?: { id: string; label: string; shortcut: string; run: () => void }[]
}

const icons: Record<FormatName, ReactNode> = {
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

const isMark = (name: FormatName) => name === 'bold' || name === 'italic' || name === 'strike'

/** Everything on the toolbar, in order. `chooseImages` opens the file dialog. */
export function useToolbarEntries(chooseImages: () => void): ToolbarEntry[] {
  const { t } = useTranslation('page-editor')
  const view = useAtomValue(sourceViewAtom)?.view
  const names = Object.keys(formats) as FormatName[]
  const entryOf = (name: FormatName): ToolbarEntry => ({
    id: name,
    label: t(`format.${name}`),
    icon: icons[name],
    shortcut: formats[name].shortcut,
    run: () => {
      if (!view) return
      formats[name].run({ heading: t('format.tableHeading') })(view)
      view.focus()
    },
  })
  const heading: ToolbarEntry = {
    id: 'heading',
    label: t('format.heading'),
    icon: <HeadingIcon />,
    levels: headingLevels.map((level) => ({
      id: `heading${level}`,
      label: level === 0 ? t('format.plain') : t('format.headingLevel', { level }),
      shortcut: headingShortcut(level),
      run: () => view && setHeading(level)(view),
    })),
  }
  const image: ToolbarEntry = {
    id: 'image',
    label: t('format.image'),
    icon: <ImageIcon />,
    shortcut: 'mod+alt+p',
    run: chooseImages,
  }
  return [...names.filter(isMark).map(entryOf), heading, ...names.filter((name) => !isMark(name)).map(entryOf), image]
}
