// What a ray shader is given is read and written where it is, by the functions that it is handed to as well.
//: target lib_6_3
//: only container
struct Payload {
    float4 color;
    int count;
    float rest[3];
};
struct Attributes {
    float2 place;
};

void stop(inout Payload payload, float why) {
    payload.rest[1] = why;
    payload.count += 1;
    if (why > 2) {
        AcceptHitAndEndSearch();
    }
}

void note(inout Payload payload, inout float part) {
    part = payload.color.x;
    stop(payload, part);
}

[shader("anyhit")]
void any(inout Payload payload, Attributes attributes) {
    note(payload, payload.rest[2]);
    payload.color.yz = attributes.place;
    attributes.place.x = 3;
    if (attributes.place.x > payload.rest[payload.count]) {
        IgnoreHit();
    }
}
