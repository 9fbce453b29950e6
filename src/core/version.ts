declare const __DOCSTEAD_VERSION__: string | undefined
declare const __DOCSTEAD_COMMIT__: string | undefined
declare const __DOCSTEAD_DATE__: string | undefined

const built = <T>(read: () => T | undefined, otherwise: T): T => {
  try {
    return read() ?? otherwise
  } catch {
    // Run from the sources, where the build has defined nothing.
    return otherwise
  }
}

/** The number of this version, such as `0.1.0`. */
export const versionText = built(() => __DOCSTEAD_VERSION__, '0.0.0')
/** The short hash of the commit that it was built from. */
export const versionCommit = built(() => __DOCSTEAD_COMMIT__, 'unknown')
/** When that commit was made, ISO 8601. */
export const versionDate = built(() => __DOCSTEAD_DATE__, 'unknown')
