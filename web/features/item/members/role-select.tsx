import { useTranslation } from '#web/lib/i18n.ts'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Select } from '#web/ui/select.tsx'
import { type Role, roleKey, roles } from './role.ts'

/** Select for a role in a row: read, edit or manage. */
export function RoleSelect(props: { label: string; value: Role; onValue: (role: Role) => void; disabled?: boolean }) {
  const { label, value, onValue, disabled } = props
  const { t } = useTranslation('member')
  return (
    <Select<Role>
      size="s"
      aria-label={label}
      value={value}
      onValue={onValue}
      disabled={disabled}
      options={roles.map((role) => ({ value: role, label: t(`role.${roleKey(role)}`) }))}
    />
  )
}

/** Radio group for a role: read, edit or manage, each with a description. */
export function RoleChoice(props: { label: string; value: Role; onValue: (role: Role) => void }) {
  const { t } = useTranslation('member')
  return (
    <RadioGroup<Role>
      {...props}
      options={roles.map((role) => ({
        value: role,
        label: t(`role.${roleKey(role)}`),
        help: t(`roleHelp.${roleKey(role)}`),
      }))}
    />
  )
}
