import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Switch } from '#web/ui/switch.tsx'
import { canNotify, hasBrowserNotifications, setBrowserNotifications } from './browser-notifications.ts'
import styles from './message.module.css'

/** Switch for browser notifications; only using it asks for the browser's permission. */
export function BrowserNotificationsSwitch() {
  const { t } = useTranslation('message')
  const [on, setOn] = useState(hasBrowserNotifications)
  const [refused, setRefused] = useState(false)
  if (!canNotify()) return null
  const change = async (next: boolean) => {
    const now = await setBrowserNotifications(next)
    setOn(now)
    setRefused(next && !now)
  }
  return (
    <div className={styles.notices}>
      <Switch
        label={t('browser.label')}
        help={t('browser.help')}
        checked={on}
        onChecked={(next) => void change(next)}
      />
      <p className={styles.refused} role="status">
        {refused && t('browser.refused')}
      </p>
    </div>
  )
}
