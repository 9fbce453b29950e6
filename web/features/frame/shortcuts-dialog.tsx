import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { listShortcuts, setSingleKeys, singleKeysOn } from '#web/lib/keys.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Switch } from '#web/ui/switch.tsx'
import styles from './shortcuts-dialog.module.css'

/** The list of shortcuts that work on the screen under it. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('frame')
  const [single, setSingle] = useState(singleKeysOn)
  const [shortcuts] = useState(listShortcuts)
  const change = (on: boolean) => {
    setSingle(on)
    setSingleKeys(on)
  }
  return (
    <Dialog open onClose={onClose} title={t('keys.title')}>
      {shortcuts.length === 0 && <p>{t('keys.empty')}</p>}
      <dl>
        {shortcuts.map(({ text, label }) => (
          <div key={text} className={styles.row}>
            <dt>{label}</dt>
            <dd>
              <Kbd keys={text} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.setting}>
        <Switch label={t('keys.single')} help={t('keys.singleHelp')} checked={single} onChecked={change} />
      </div>
    </Dialog>
  )
}
