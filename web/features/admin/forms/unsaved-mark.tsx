import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import styles from './forms.module.css'

/** Label of a tab, with a dot and a text for screen readers when the tab has unsaved changes. */
export function UnsavedMark({ isUnsaved, children }: { isUnsaved: boolean; children: ReactNode }) {
  const { t } = useTranslation('admin')
  return (
    <span className={styles.mark} data-unsaved={isUnsaved || undefined}>
      {children}
      {isUnsaved && <span className="visually-hidden">{t('unsaved')}</span>}
    </span>
  )
}
