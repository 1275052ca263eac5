#pragma once
/* The calls by object path, which libsecret calls subject to change: in the library since 0.1 and
   unchanged to this day. The others cannot name one item among several. */
#define SECRET_API_SUBJECT_TO_CHANGE 1
#include <libsecret/secret.h>

/* SecretService on a connection of one's own, to a peer of one's own choice.

   The library's constructor insists on the connection that a process shares, which ends the process
   when the bus goes away, and on the service's well-known name, behind which another process may
   stand from one call to the next. It sets both when the object is made, in its own constructor; a
   subtype sets back what it was asked for. */
static inline GObject *holdfast_secret_service_construct(
    GType type, guint count, GObjectConstructParam *parameters)
{
    GObject *object = G_OBJECT_CLASS(g_type_class_peek(SECRET_TYPE_SERVICE))
                          ->constructor(type, count, parameters);
    for (guint i = 0; i < count; i++) {
        const char *name = g_param_spec_get_name(parameters[i].pspec);
        if (g_str_equal(name, "g-name") || g_str_equal(name, "g-bus-type")
            || g_str_equal(name, "g-flags"))
            g_object_set_property(object, name, parameters[i].value);
    }
    return object;
}

static inline void holdfast_secret_service_class_init(gpointer class, gpointer data)
{
    G_OBJECT_CLASS(class)->constructor = holdfast_secret_service_construct;
}

static inline GType holdfast_secret_service_type(void)
{
    static gsize type = 0;
    if (g_once_init_enter(&type)) {
        GTypeQuery parent;
        g_type_query(SECRET_TYPE_SERVICE, &parent);
        g_once_init_leave(
            &type, g_type_register_static_simple(
                       SECRET_TYPE_SERVICE, "HoldfastSecretService", (guint)parent.class_size,
                       holdfast_secret_service_class_init, (guint)parent.instance_size, NULL, 0));
    }
    return type;
}

static inline SecretService *holdfast_secret_service_open(
    GDBusConnection *connection, const char *name, GCancellable *cancellable, GError **error)
{
    return (SecretService *)g_initable_new(
        holdfast_secret_service_type(), cancellable, error, "g-connection", connection, "g-name",
        name, "g-bus-type", G_BUS_TYPE_NONE, "g-flags",
        G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES | G_DBUS_PROXY_FLAGS_DO_NOT_CONNECT_SIGNALS
            | G_DBUS_PROXY_FLAGS_DO_NOT_AUTO_START,
        NULL);
}
