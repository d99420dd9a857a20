/* A player for `rentier referee` in C, without a JSON library: it looks for the few fields it needs.
 *
 *     cc -O2 -o bot examples/referee/bot.c
 *     rentier referee ./bot phase2 --rules adjudicator2018
 *
 * Every line from the referee is one JSON object without spaces between its parts. Field names are searched for only outside
 * strings and at the outermost level, so that the name of a square is never mistaken for a field.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The end of the string that begins at this quote: just after the closing quote. */
static const char *skip_string(const char *at)
{
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1])
            at++;
    return *at ? at + 1 : at;
}

/* The value of a field of the object that begins at `object`; NULL if there is no such field. */
static const char *field(const char *object, const char *name)
{
    size_t length = strlen(name);
    int depth = 0;
    for (const char *at = object; *at;) {
        if (*at == '"') {
            const char *end = skip_string(at);
            if (depth == 1 && *end == ':' && (size_t)(end - at) == length + 2 && !strncmp(at + 1, name, length))
                return end + 1;
            at = end;
            continue;
        }
        if (*at == '{' || *at == '[')
            depth++;
        if ((*at == '}' || *at == ']') && --depth == 0)
            return NULL;
        at++;
    }
    return NULL;
}

/* Whether the value of a field is this string. */
static int is_string(const char *value, const char *string)
{
    size_t length = strlen(string);
    return value && *value == '"' && !strncmp(value + 1, string, length) && value[length + 1] == '"';
}

/* The first string of a list that begins with these letters, with its length; NULL if there is none. */
static const char *listed(const char *list, const char *begins, size_t *length)
{
    if (!list || *list != '[')
        return NULL;
    for (const char *at = list + 1; *at == '"';) {
        const char *end = skip_string(at);
        *length = (size_t)(end - at);
        if (!strncmp(at + 1, begins, strlen(begins)))
            return at;
        at = *end == ',' ? end + 1 : end;
    }
    return NULL;
}

/* Answer with a string copied from the question, including its quotes. */
static void answer(long id, const char *quoted, size_t length)
{
    printf("{\"id\":%ld,\"action\":%.*s}\n", id, (int)length, quoted);
}

static void answer_plainly(long id, const char *action)
{
    printf("{\"id\":%ld,\"action\":\"%s\"}\n", id, action);
}

static void decide(const char *question)
{
    static const char *const wishes[] = {"buy", "bid ", "refuse", "build ", "mortgage ", "sell ", NULL};
    const char *number = field(question, "id");
    const char *decision = field(question, "decision");
    const char *actions = field(question, "actions");
    long id = number ? strtol(number, NULL, 10) : 0;
    int debt = is_string(decision, "raise");
    size_t length;
    for (int wish = 0; wishes[wish]; wish++) {
        int raises = !strcmp(wishes[wish], "mortgage ") || !strcmp(wishes[wish], "sell ");
        const char *chosen = raises && !debt ? NULL : listed(actions, wishes[wish], &length);
        if (chosen) {
            answer(id, chosen, length);
            return;
        }
    }
    const char *first = listed(actions, "", &length);
    if (debt || !first)
        answer_plainly(id, "bankrupt");
    else
        answer(id, first, length);
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        const char *type = field(line, "type");
        if (is_string(type, "hello"))
            puts("{\"protocol\":1}");
        else if (is_string(type, "question"))
            decide(line);
        else if (is_string(type, "bye"))
            break;
        fflush(stdout);
    }
    free(line);
    return 0;
}
