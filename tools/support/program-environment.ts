/**
 * Variables that loaders, shells, interpreters, compilers, package managers and git take for code or for the way to it,
 * be it by a folder of configuration or by whom they trust. With one of them an approved command becomes another one,
 * and an approver sees their names, but not the values. No such list is ever complete.
 */
const choosesCode = [
  /^(LD|DYLD|GIT|BASH|NPM_CONFIG|CORECLR|COR|DOTNET|LUA|MALLOC|GCONV|JAVA|JDK_JAVA|_JAVA|OPENSSL)_/,
  /^(CARGO|RUSTUP|PIP|UV|POETRY|GEM|BUNDLE|COMPOSER|YARN|PNPM|COREPACK|GRADLE|MAVEN|TS_NODE|DOCKER)_/,
  /^(PYTHON|PERL5|RUBY)/,
  /^NODE_(OPTIONS|PATH|EXTRA_CA_CERTS|REPL_EXTERNAL_MODULE|TLS_REJECT_UNAUTHORIZED)$/,
  /^(HOME|USERPROFILE|APPDATA|LOCALAPPDATA|XDG_.*|CURL_HOME|GNUPGHOME|KUBECONFIG|AWS_CONFIG_FILE)$/,
  /^(WGETRC|INPUTRC|VIMINIT|EXINIT|SSL_CERT_FILE|SSL_CERT_DIR|CURL_CA_BUNDLE|REQUESTS_CA_BUNDLE)$/,
  /^(CC|CXX|CPP|AR|LD|CFLAGS|CXXFLAGS|CPPFLAGS|LDFLAGS|RUSTC|RUSTDOC|RUSTFLAGS)$/,
  /^GO(FLAGS|ENV|ROOT|PATH|BIN|PROXY|TOOLCHAIN|SUMDB|NOSUMDB|INSECURE)$/,
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
