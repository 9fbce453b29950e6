import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { listShortcuts, setSingleKeys, singleKeysOn } from '#web/lib/shortcuts.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Switch } from '#web/ui/switch.tsx'
import styles from './shortcuts-dialog.module.css'

function Keys({ title, list }: { title: string; list: readonly { keys: string; label: string }[] }) {
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <dl>
        {list.map(({ keys, label }) => (
          <div key={keys} className={styles.row}>
            <dt>{label}</dt>
            <dd>
              <Kbd keys={keys} always />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A shortcut in the list; its label is under `keys` in the locale. */
interface ListedKey {
  keys: string
  labelKey:
    | 'palette'
    | 'help'
    | 'items'
    | 'messages'
    | 'theme'
    | 'close'
    | 'filter'
    | 'edit'
    | 'newPage'
    | 'history'
    | 'star'
    | 'move'
    | 'moveRow'
    | 'rename'
    | 'rowMenu'
    | 'before'
    | 'after'
    | 'tree'
    | 'outline'
    | 'save'
    | 'saveAndNotify'
    | 'submit'
    | 'bold'
    | 'italic'
    | 'strike'
    | 'link'
    | 'code'
    | 'codeBlock'
    | 'heading'
    | 'numbered'
    | 'bullet'
    | 'task'
    | 'quote'
    | 'table'
    | 'picture'
    | 'find'
    | 'replace'
    | 'alignTable'
    | 'tick'
}

/** All shortcuts of the product, grouped by where they work. Source: interface guide 2.9. */
const shortcutGroups = [
  {
    id: 'everywhere',
    list: [
      { keys: 'mod+k', labelKey: 'palette' },
      { keys: '?', labelKey: 'help' },
      { keys: 'g h', labelKey: 'items' },
      { keys: 'g m', labelKey: 'messages' },
      { keys: 'mod+shift+l', labelKey: 'theme' },
      { keys: 'mod+enter', labelKey: 'submit' },
      { keys: 'escape', labelKey: 'close' },
    ],
  },
  {
    id: 'reading',
    list: [
      { keys: '/', labelKey: 'filter' },
      { keys: 'e', labelKey: 'edit' },
      { keys: 'n', labelKey: 'newPage' },
      { keys: 'h', labelKey: 'history' },
      { keys: 's', labelKey: 'star' },
      { keys: 'm', labelKey: 'move' },
      { keys: '[', labelKey: 'before' },
      { keys: ']', labelKey: 'after' },
      { keys: 'alt+arrowup', labelKey: 'moveRow' },
      { keys: 'f2', labelKey: 'rename' },
      { keys: 'shift+f10', labelKey: 'rowMenu' },
      { keys: 'mod+.', labelKey: 'tree' },
      { keys: 'mod+shift+o', labelKey: 'outline' },
    ],
  },
  {
    id: 'writing',
    list: [
      { keys: 'mod+s', labelKey: 'save' },
      { keys: 'mod+shift+s', labelKey: 'saveAndNotify' },
      { keys: 'mod+b', labelKey: 'bold' },
      { keys: 'mod+i', labelKey: 'italic' },
      { keys: 'mod+shift+x', labelKey: 'strike' },
      { keys: 'mod+k', labelKey: 'link' },
      { keys: 'mod+e', labelKey: 'code' },
      { keys: 'mod+alt+c', labelKey: 'codeBlock' },
      { keys: 'mod+alt+1', labelKey: 'heading' },
      { keys: 'mod+shift+7', labelKey: 'numbered' },
      { keys: 'mod+shift+8', labelKey: 'bullet' },
      { keys: 'mod+shift+6', labelKey: 'task' },
      { keys: 'mod+shift+9', labelKey: 'quote' },
      { keys: 'mod+alt+t', labelKey: 'table' },
      { keys: 'mod+alt+p', labelKey: 'picture' },
      { keys: 'mod+f', labelKey: 'find' },
      { keys: 'mod+h', labelKey: 'replace' },
      { keys: 'shift+alt+f', labelKey: 'alignTable' },
      { keys: 'mod+enter', labelKey: 'tick' },
    ],
  },
] as const satisfies readonly { id: string; list: readonly ListedKey[] }[]

const known = new Set<string>(shortcutGroups.flatMap(({ list }) => list.map(({ keys }) => keys)))

/** Returns whether the list already contains a shortcut. */
const isListed = (keys: string): boolean => known.has(keys)

/** All shortcuts, grouped by where they work, plus those of the current screen; and the switch for single letters. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('app-menu')
  const [single, setSingle] = useState(singleKeysOn)
  const [others] = useState(() =>
    listShortcuts().flatMap(({ text, label }) => (isListed(text) ? [] : [{ keys: text, label }])),
  )
  const change = (on: boolean) => {
    setSingle(on)
    setSingleKeys(on)
  }
  return (
    <Dialog open onClose={onClose} size="l" title={t('keys.title')}>
      <div className={styles.groups}>
        {shortcutGroups.map(({ id, list }) => (
          <Keys
            key={id}
            title={t(`keys.${id}`)}
            list={list.map(({ keys, labelKey }) => ({ keys, label: t(`keys.${labelKey}`) }))}
          />
        ))}
        {others.length > 0 && <Keys title={t('keys.here')} list={others} />}
      </div>
      <div className={styles.setting}>
        <Switch label={t('keys.single')} help={t('keys.singleHelp')} checked={single} onChecked={change} />
      </div>
    </Dialog>
  )
}
