/**
 * Variables that loaders, shells, interpreters and git take for code or for the way to it. With one of them an approved
 * command becomes another one, and an approver does not see the values.
 */
const choosesCode = [
  /^(LD|DYLD|GIT|BASH|NPM_CONFIG|CORECLR|COR|DOTNET|LUA|MALLOC|GCONV|JAVA|JDK_JAVA|_JAVA)_/,
  /^(PYTHON|PERL5|RUBY)/,
  /^NODE_(OPTIONS|PATH|EXTRA_CA_CERTS|REPL_EXTERNAL_MODULE)$/,
  /^(PATH|PATHEXT|ENV|IFS|PS4|SHELL|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|ZDOTDIR|FPATH|COMSPEC)$/,
  /^(EDITOR|VISUAL|PAGER|MANPAGER|LESSOPEN|LESSCLOSE|BROWSER|SSH_ASKPASS|SUDO_ASKPASS)$/,
  /^(CLASSPATH|PHPRC|PHP_INI_SCAN_DIR|R_PROFILE|R_PROFILE_USER|MAKEFLAGS|GLIBC_TUNABLES|LOCPATH|NLSPATH)$/,
  /^(RUSTC_WRAPPER|RUSTC_WORKSPACE_WRAPPER|CARGO_BUILD_RUSTC_WRAPPER|HOSTALIASES|RES_OPTIONS)$/,
];

/** The first of some variables that a caller may not set; names count whatever their case, as they do on Windows. */
export function refusedVariable(environment: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(environment).find((name) =>
    choosesCode.some((pattern) => pattern.test(name.toUpperCase())),
  );
}
