import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { listShortcuts, setSingleKeys, singleKeysOn } from '#web/lib/shortcuts.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { isListed, shortcutGroups } from './shortcut-list.ts'
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

/** All shortcuts, grouped by where they work, plus those of the current screen; and the switch for single letters. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('frame-more')
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
