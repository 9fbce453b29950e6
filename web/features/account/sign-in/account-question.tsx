import { useTranslation } from '#web/lib/i18n.ts'
import { useTitle } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './form.module.css'
import { FormCard } from './form-card.tsx'

/** The signed-in account and the account that a link is for. */
export interface OtherAccount {
  /** The id of the signed-in account. */
  uid: string
  current: string
  next: string
}

/** Asks whether a link may replace the signed-in account. */
export function AccountQuestion(props: {
  other: OtherAccount
  busy: boolean
  onSwitch: () => void
  onStay: () => void
}) {
  const { other, busy, onSwitch, onStay } = props
  const { current, next } = other
  const { t } = useTranslation('account')
  const title = t('token.other', { name: current })
  useTitle(title)
  return (
    <FormCard title={title} note={t('token.otherText', { name: next })}>
      <div className={styles.form}>
        <Button variant="primary" size="l" wide busy={busy} onClick={onSwitch}>
          {t('token.switch', { name: next })}
        </Button>
        <Button size="l" wide onClick={onStay}>
          {t('token.stay', { name: current })}
        </Button>
      </div>
    </FormCard>
  )
}
