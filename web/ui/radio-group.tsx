import { Fragment, type ReactNode, useId } from 'react'
import styles from './choice.module.css'
import { Fieldset } from './fieldset.tsx'

/** An option of a radio group. */
export interface RadioOption<V extends string = string> {
  value: V
  label: ReactNode
  help?: ReactNode
  /** Shown below the option, such as a field that it needs. */
  below?: ReactNode
  /** For cards: a 20 px icon. */
  icon?: ReactNode
  disabled?: boolean
}

/** The props of radio groups and radio cards. */
export interface RadioGroupProps<V extends string> {
  label: ReactNode
  options: readonly RadioOption<V>[]
  value: V
  onValue: (value: V) => void
  hideLabel?: boolean
  /** Whether the choice is only shown. */
  disabled?: boolean
}

/** Radio buttons, stacked vertically. */
export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const { label, options, value, onValue, hideLabel, disabled = false } = props
  const name = useId()
  return (
    <Fieldset label={label} hideLabel={hideLabel}>
      {options.map((option) => (
        <Fragment key={option.value}>
          <label className={styles.choice}>
            <input
              type="radio"
              className={styles.box}
              name={name}
              checked={option.value === value}
              disabled={disabled || option.disabled}
              onChange={() => onValue(option.value)}
            />
            <span className={styles.words}>
              {option.label}
              {option.help && <span className={styles.help}>{option.help}</span>}
            </span>
          </label>
          {option.below && <div className={styles.below}>{option.below}</div>}
        </Fragment>
      ))}
    </Fieldset>
  )
}
