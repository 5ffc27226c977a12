"""Write what completes the commands of `acceptability` and their options in bash and zsh."""

from collections.abc import Iterable, Mapping

# In bash, `=` ends a word, so that the shell itself completes the file after PAIRS=; in zsh, `compset` does that.
TEMPLATE = """\
# Completes the commands of acceptability. Add this line to ~/.bashrc (or, with zsh, to ~/.zshrc):
#   source <(acceptability completion bash)
if [ -n "$ZSH_VERSION" ]; then autoload -U +X compinit bashcompinit && compinit && bashcompinit; fi
_acceptability() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" words="{commands}"
    case "${{COMP_CWORD}}:${{COMP_WORDS[1]}}" in
        1:*) ;;
{cases}
        *) return ;;
    esac
    [ -z "$ZSH_VERSION" ] || ! compset -P '*=' || return
    case "$word:${{COMP_WORDS[COMP_CWORD - 1]}}" in =:*|*:=|*=*) return ;; esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    [ "$COMP_CWORD" = 1 ] || compopt -o nospace 2> /dev/null || true
}}
complete -o default -F _acceptability acceptability
"""


def script(commands: Mapping[str, Iterable[str]]) -> str:
    """Return the script that completes the commands, each with its options in upper case."""
    lines = [
        f'        *:{name}) words="{" ".join(f"{option}=" for option in options)}" ;;'
        for name, options in commands.items()
    ]
    lines.append('        2:completion) words="bash zsh" ;;')
    return TEMPLATE.format(commands=" ".join([*commands, "completion"]), cases="\n".join(lines))
