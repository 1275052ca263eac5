// The calls of the Java Native Interface that Holdfast makes, as functions: the interface itself is
// a table of pointers, which Swift would see as optional and whose name differs between the JDK and
// the NDK. All of them are the forms that take an array of arguments, as Swift has no variadic C calls.
// JNI specification, chapter 4.
#pragma once
#include <jni.h>

static inline jint jni_environment(JavaVM *vm, JNIEnv **env) {
    return (*vm)->GetEnv(vm, (void **)env, JNI_VERSION_1_6);
}

static inline jint jni_attach(JavaVM *vm, JNIEnv **env) {
#ifdef __ANDROID__
    return (*vm)->AttachCurrentThread(vm, env, 0);
#else
    return (*vm)->AttachCurrentThread(vm, (void **)env, 0);
#endif
}

static inline jint jni_detach(JavaVM *vm) { return (*vm)->DetachCurrentThread(vm); }

static inline jint jni_machine(JNIEnv *env, JavaVM **vm) { return (*env)->GetJavaVM(env, vm); }

static inline jclass jni_find_class(JNIEnv *env, const char *name) {
    return (*env)->FindClass(env, name);
}

static inline jmethodID jni_static_method(
    JNIEnv *env, jclass type, const char *name, const char *signature) {
    return (*env)->GetStaticMethodID(env, type, name, signature);
}

static inline jobject jni_call_object(
    JNIEnv *env, jclass type, jmethodID method, const jvalue *arguments) {
    return (*env)->CallStaticObjectMethodA(env, type, method, arguments);
}

static inline jboolean jni_call_boolean(
    JNIEnv *env, jclass type, jmethodID method, const jvalue *arguments) {
    return (*env)->CallStaticBooleanMethodA(env, type, method, arguments);
}

static inline jint jni_call_int(
    JNIEnv *env, jclass type, jmethodID method, const jvalue *arguments) {
    return (*env)->CallStaticIntMethodA(env, type, method, arguments);
}

static inline void jni_call_void(
    JNIEnv *env, jclass type, jmethodID method, const jvalue *arguments) {
    (*env)->CallStaticVoidMethodA(env, type, method, arguments);
}

static inline jthrowable jni_take_exception(JNIEnv *env) {
    if (!(*env)->ExceptionCheck(env)) { return 0; }
    jthrowable exception = (*env)->ExceptionOccurred(env);
    (*env)->ExceptionClear(env);
    return exception;
}

static inline jint jni_push_frame(JNIEnv *env, jint capacity) {
    return (*env)->PushLocalFrame(env, capacity);
}

static inline void jni_pop_frame(JNIEnv *env) { (*env)->PopLocalFrame(env, 0); }

static inline jobject jni_new_global(JNIEnv *env, jobject object) {
    return (*env)->NewGlobalRef(env, object);
}

static inline void jni_delete_global(JNIEnv *env, jobject object) {
    (*env)->DeleteGlobalRef(env, object);
}

static inline jbyteArray jni_new_bytes(JNIEnv *env, jsize count) {
    return (*env)->NewByteArray(env, count);
}

static inline jsize jni_count(JNIEnv *env, jarray array) {
    return (*env)->GetArrayLength(env, array);
}

static inline void jni_get_bytes(
    JNIEnv *env, jbyteArray array, jsize start, jsize count, jbyte *bytes) {
    (*env)->GetByteArrayRegion(env, array, start, count, bytes);
}

static inline void jni_set_bytes(
    JNIEnv *env, jbyteArray array, jsize start, jsize count, const jbyte *bytes) {
    (*env)->SetByteArrayRegion(env, array, start, count, bytes);
}

static inline jobject jni_element(JNIEnv *env, jobjectArray array, jsize index) {
    return (*env)->GetObjectArrayElement(env, array, index);
}

static inline jstring jni_new_string(JNIEnv *env, const jchar *units, jsize count) {
    return (*env)->NewString(env, units, count);
}

static inline jsize jni_string_count(JNIEnv *env, jstring text) {
    return (*env)->GetStringLength(env, text);
}

static inline void jni_get_string(
    JNIEnv *env, jstring text, jsize start, jsize count, jchar *units) {
    (*env)->GetStringRegion(env, text, start, count, units);
}
