import type { StateCommand } from '@codemirror/state'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { calloutKinds, calloutParts, type InsertEntry, parts, today } from '#web/features/editor/core/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMedia } from '#web/lib/media.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon } from '#web/ui/icons.ts'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import { CalloutIcon, EmojiIcon } from './editor-icons.ts'
import { flattenSubmenu } from './flatten-submenu.ts'
import { insertCallout, insertInlineText } from './insert-commands.ts'
import { sourceViewAtom } from './source-atoms.ts'
import { type InsertName, inserts } from './source-keys.ts'
import { typeAndSuggest } from './suggestions.ts'
import { useSourceLabels } from './use-source-labels.ts'

/** When the menu has closed and the text has the focus again, in ms; what opens next returns the focus there. */
const menuGoneMs = 100

/** Returns the Markdown entries beyond the toolbar's buttons; none while no source editor is shown. */
function useMarkdownEntries(isNarrow: boolean): MenuEntry[] {
  const { t } = useTranslation(['source-editor', 'markdown'])
  const view = useAtomValue(sourceViewAtom)?.view
  const { insert: words } = useSourceLabels('')
  if (!view) return []
  const apply = (command: StateCommand) => () => void command(view)
  const typed = (id: string, label: string, icon: ReactNode, text: string): MenuEntry => ({
    id,
    label,
    icon,
    hint: text,
    onSelect: () => setTimeout(() => typeAndSuggest(text)(view), menuGoneMs),
  })
  const callouts: Extract<MenuEntry, { kind: 'sub' }> = {
    kind: 'sub',
    id: 'callout',
    label: t('insert.callout'),
    icon: <CalloutIcon />,
    entries: calloutKinds.map((kind) => ({
      id: kind,
      label: t(`markdown:callout.${kind}`),
      icon: parts[calloutParts[kind]].icon,
      onSelect: apply(insertCallout(kind, words)),
    })),
  }
  return [
    ...flattenSubmenu(callouts, isNarrow),
    ...(Object.keys(inserts) as InsertName[]).map((name) => ({
      id: name,
      label: t(`part.${name}`),
      icon: parts[name].icon,
      onSelect: apply(inserts[name].run(words)),
    })),
    { kind: 'separator', id: 'suggested' },
    typed('person', t('part.person'), parts.person.icon, '@'),
    typed('emoji', t('insert.emoji'), <EmojiIcon />, t('insert.emojiStart')),
    { id: 'date', label: t('part.date'), icon: parts.date.icon, onSelect: apply(insertInlineText(today())) },
  ]
}

/** The insert menu of a page: Markdown entries, and those of `more`. */
export function InsertMenu({ more }: { more: readonly InsertEntry[] }) {
  const { t } = useTranslation('source-editor')
  const isWide = useMedia('(min-width: 1000px)')
  const view = useAtomValue(sourceViewAtom)?.view
  const own = useMarkdownEntries(!useMedia('(min-width: 640px)'))
  const helpers = more.map(({ id, label, icon, shortcut, run }) => ({
    id,
    label,
    icon,
    ...(shortcut && { shortcut }),
    onSelect: run,
  }))
  const isApart = own.length === 0 || helpers.length === 0 || own[0]?.kind === 'separator'
  const rule: MenuEntry[] = !isApart ? [{ kind: 'separator', id: 'helpers' }] : []
  const entries = [...helpers, ...rule, ...own]
  if (entries.length === 0) return null
  const trigger = isWide ? (
    <Button size="s" variant="ghost" icon={<AddIcon />}>
      {t('format.insert')}
    </Button>
  ) : (
    <IconButton label={t('format.insert')}>
      <AddIcon />
    </IconButton>
  )
  const toText = () => {
    view?.focus()
    return view !== undefined
  }
  return <Menu trigger={trigger} entries={entries} onCloseFocus={toText} />
}
