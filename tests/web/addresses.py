"""Addresses of the app, from its URL map, so that tests include every new address."""


def addresses(app, *endings, **arguments):
    """Return the sorted addresses of the GET routes whose arguments are all in `arguments`.

    `endings` limits them to addresses that end with one of these strings.
    """
    urls = app.url_map.bind("localhost")
    built = {
        urls.build(rule.endpoint, {name: arguments[name] for name in rule.arguments})
        for rule in app.url_map.iter_rules()
        if "GET" in rule.methods and rule.arguments <= arguments.keys()
    }
    return sorted(each for each in built if each.endswith(endings or ""))
