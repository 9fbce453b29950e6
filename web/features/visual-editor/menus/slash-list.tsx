import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import cut from '#web/ui/cut.module.css'
import { cutColumn } from '#web/ui/cut.ts'
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
import { Floating, keepFocus, rectOf } from './floating.tsx'
import styles from './menus.module.css'
import { type MenuProps, useEditor } from './signal.ts'
import type { SlashCommand, SlashId } from './slash-commands.ts'
import { lineId, runSlash, slashListId, slashMenu } from './slash-state.ts'
import {
  CodeBlockIcon,
  DangerIcon,
  DiagramIcon,
  FormulaIcon,
  Heading1Icon,
  Heading2Icon,
  Heading3Icon,
  Heading4Icon,
  Heading5Icon,
  Heading6Icon,
  HtmlIcon,
  ImageIcon,
  OrderedListIcon,
  QuoteIcon,
  TaskListIcon,
  TextIcon,
  TipIcon,
} from './visual-icons.ts'

const icons: Record<SlashId, ReactNode> = {
  text: <TextIcon />,
  heading1: <Heading1Icon />,
  heading2: <Heading2Icon />,
  heading3: <Heading3Icon />,
  heading4: <Heading4Icon />,
  heading5: <Heading5Icon />,
  heading6: <Heading6Icon />,
  bullet: <ListIcon />,
  ordered: <OrderedListIcon />,
  task: <TaskListIcon />,
  quote: <QuoteIcon />,
  table: <SheetItemIcon />,
  codeBlock: <CodeBlockIcon />,
  image: <ImageIcon />,
  link: <LinkIcon />,
  mermaid: <DiagramIcon />,
  math: <FormulaIcon />,
  mathInline: <FormulaIcon />,
  calloutNote: <InfoIcon />,
  calloutTip: <TipIcon />,
  calloutImportant: <ErrorIcon />,
  calloutWarning: <WarnIcon />,
  calloutDanger: <DangerIcon />,
  rule: <MinusIcon />,
  contents: <OutlineIcon />,
  html: <HtmlIcon />,
}

const isOwn = (id: string): id is SlashId => id in icons

const hints: Partial<Record<SlashId, string>> = {
  heading1: '#',
  heading2: '##',
  heading3: '###',
  heading4: '####',
  bullet: '-',
  ordered: '1.',
  task: '[ ]',
  quote: '>',
  codeBlock: '```',
  rule: '---',
}

function Line({ command: { id, entry } }: { command: SlashCommand }) {
  const { t } = useTranslation('visual-editor')
  if (!isOwn(id)) {
    return (
      <>
        {entry?.icon}
        <span>{entry?.label}</span>
      </>
    )
  }
  return (
    <>
      {icons[id]}
      <span>{t(`slash.${id}`)}</span>
      {hints[id] && <kbd className={styles.hint}>{hints[id]}</kbd>}
    </>
  )
}

/** The list under a `/`: the focus stays in the text, arrows choose. */
export function SlashList(props: MenuProps) {
  const { view } = props
  const { t } = useTranslation('visual-editor')
  const menu = slashMenu(useEditor(props, (state) => slashMenu(state) !== undefined))
  if (!menu) return null
  return (
    <Floating view={view} side="bottom" align="start" anchor={() => rectOf(view, menu.from)}>
      <div ref={cutColumn} className={`${styles.slash} ${cut.column}`} onMouseDown={keepFocus}>
        <div id={slashListId} role="listbox" aria-label={t('slash.label')}>
          {menu.found.map((command, at) => (
            <div
              key={command.id}
              id={lineId(command.id)}
              role="option"
              tabIndex={-1}
              aria-selected={at === menu.at}
              className={styles.line}
              ref={(node) => {
                if (at === menu.at) node?.scrollIntoView({ block: 'nearest' })
              }}
              onClick={() => runSlash(view, command)}
            >
              <Line command={command} />
            </div>
          ))}
        </div>
        {menu.found.length === 0 && <p className={styles.none}>{t('slash.none')}</p>}
      </div>
    </Floating>
  )
}
