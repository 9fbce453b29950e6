import { useTranslation } from '#web/lib/i18n.ts'
import {
  ApiItemIcon,
  ExportIcon,
  ImportIcon,
  LockIcon,
  MembersIcon,
  PublicIcon,
  RegularItemIcon,
  SheetItemIcon,
} from '#web/ui/icons.ts'
import styles from './landing.module.css'

const features = [
  { id: 'api', icon: ApiItemIcon },
  { id: 'data', icon: SheetItemIcon },
  { id: 'manual', icon: RegularItemIcon },
  { id: 'team', icon: MembersIcon },
  { id: 'auto', icon: ImportIcon },
  { id: 'share', icon: PublicIcon },
  { id: 'open', icon: ExportIcon },
  { id: 'own', icon: LockIcon },
] as const

/** The product's features, in a few cards. */
export function Features() {
  const { t } = useTranslation('home')
  return (
    <ul className={styles.features}>
      {features.map(({ id, icon: Icon }) => (
        <li key={id} className={styles.feature}>
          <span className={styles.icon}>
            <Icon data-size="20" />
          </span>
          <h3>{t(`card.${id}.title`)}</h3>
          <p>{t(`card.${id}.text`)}</p>
        </li>
      ))}
    </ul>
  )
}
